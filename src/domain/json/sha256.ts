import { z } from 'zod';
import { hexOf } from '../vocabulary/bytes.ts';

/** A SHA-256 hash as 64 lowercase hexadecimal digits (SPEC.md §2.1). */
export const Sha256Hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'expected 64 lowercase hexadecimal digits')
  .meta({ description: 'A SHA-256 hash: 64 lowercase hexadecimal digits.' });
export type Sha256Hex = z.infer<typeof Sha256Hex>;

/** SHA-256 of the UTF-8 form of a text by WebCrypto, which browsers (on https and loopback) and Node have. */
export const webSha256 = async (text: string): Promise<Sha256Hex> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
