import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runVerifyCommand } from './verify-command.ts';

export { readKeys } from '../domain/keys/keys-document.ts';
export { knownKeys } from '../domain/keys/public-key.ts';
export { verifyText } from '../domain/verification/verify.ts';

// The entry of /verify.mjs: the command of `npm run verify` in one file, without the project and its chain SDK. A program that imports
// the file gets what is exported, and nothing runs. Node 20 has no import.meta.main.
const program = process.argv[1] ?? '';
if (existsSync(program) && realpathSync(program) === fileURLToPath(import.meta.url))
  await runVerifyCommand({
    name: 'node verify.mjs',
    help: 'not in this file: only `npm run verify` of the project asks a node, which alone knows whether an anchor is final',
  });
