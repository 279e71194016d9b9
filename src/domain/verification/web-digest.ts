import { hexOf } from '../json/sha256.ts';
import type { Digest } from './verification.ts';

const utf8 = new TextEncoder();

/** SHA-256 by WebCrypto, which both browsers (on https and loopback) and Node have. */
export const webSha256: Digest = async (text) =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(text))));
