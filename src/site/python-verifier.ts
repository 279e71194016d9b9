import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../domain/json/hash.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';

/** Where the verifier in Python is served, and beside it the line for `sha256sum -c`. */
export const pythonVerifier = { path: '/verify.py', checksumPath: '/verify.py.sha256' } as const;

/** The verifier in Python that the build publishes. */
export const readPythonVerifier = (): string => readFileSync(join(process.cwd(), 'public/verify.py'), 'utf8');

/** Its SHA-256. */
export const pythonVerifierSha256 = (): Sha256Hex => sha256Hex(readPythonVerifier());
