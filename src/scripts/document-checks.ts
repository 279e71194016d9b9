/** What /verify makes its checks with, as one file that is loaded when it is needed. */
export { knownKeys } from '../domain/keys/known-key.ts';
export { readKeys } from '../domain/keys/read-keys.ts';
export { openKeptRequest } from '../domain/verification/kept-request.ts';
export { verifyText } from '../domain/verification/verify.ts';
export { webSha256 } from '../domain/verification/web-digest.ts';
