/** What /verify makes its checks with, as one file that is loaded when it is needed. */
export { readKeys } from '../domain/keys/keys-document.ts';
export { knownKeys } from '../domain/keys/public-key.ts';
export { verifyText } from '../domain/verification/verify.ts';
