import { createHash, timingSafeEqual } from 'node:crypto';

/** Random bytes in an administrator token. */
export const ADMIN_TOKEN_BYTES = 32;

/** An administrator token from random bytes, as text for an Authorization header. */
export const adminToken = (random: Uint8Array): string => Buffer.from(random).toString('base64url');

/**
 * Whether an Authorization header contains the token with this SHA-256. False in the same time for a missing
 * token, a wrong token and a service without a token (SPEC.md §10.5).
 * @param tokenSha256 64 lowercase hexadecimal digits, or undefined when none is configured.
 */
export const isAdminAuthorization = (header: string | null | undefined, tokenSha256: string | undefined): boolean => {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '')?.[1] ?? '';
  const given = createHash('sha256').update(token).digest();
  const same = timingSafeEqual(given, Buffer.from(tokenSha256 ?? '0'.repeat(64), 'hex'));
  return same && tokenSha256 !== undefined && token !== '';
};
