import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the verifier in Python is served, and beside it the line for `sha256sum -c`. */
export const pythonVerifier = { path: '/verify.py', checksumPath: '/verify.py.sha256' } as const;

/** SHA-256 of the verifier in Python that the build publishes. */
export const pythonVerifierSha256 = (): string =>
  createHash('sha256')
    .update(readFileSync(join(process.cwd(), 'public/verify.py')))
    .digest('hex');
