import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalText } from '../domain/json/canonical-json.ts';
import { checkKeyIds } from '../domain/keys/keys-document.ts';
import { type PublicJwk, PublicKey, type Thumbprint } from '../domain/keys/public-key.ts';
import type { DatasetProblem } from './problem-report.ts';
import type { FileTexts } from './read-files.ts';
import { checkYamlFile } from './yaml-file.ts';

/** Where the public keys of the operator stand (SPEC.md §17.1). */
export const KEYS_FILE = 'datasets/keys.yaml';

const KeysFile = z.strictObject({ keys: z.array(PublicKey) });

/** What `thumbprintOf` gives, at once: the check of the files waits for nothing, and need not run in a browser. */
export const thumbprintNow = ({ crv, kty, x }: PublicJwk): Thumbprint =>
  hash('sha256', canonicalText({ crv, kty, x }), 'base64url');

/** The keys of the file and every problem of it. Without the file there are no keys. Pure; never throws. */
export const checkKeysFile = (texts: FileTexts): { keys: readonly PublicKey[]; problems: DatasetProblem[] } => {
  const text = texts[KEYS_FILE];
  if (text === undefined) return { keys: [], problems: [] };
  const { value, problems } = checkYamlFile(KeysFile, KEYS_FILE, text, ({ keys }) =>
    checkKeyIds(
      keys,
      keys.map(({ public_key }) => thumbprintNow(public_key)),
    ),
  );
  return { keys: value?.keys ?? [], problems };
};
