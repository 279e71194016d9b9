import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalText } from '../domain/json/canonical-json.ts';
import { type PublicJwk, PublicKey, type Thumbprint } from '../domain/keys/public-key.ts';
import type { FileTexts } from './check.ts';
import { type DatasetProblem, fieldName } from './problem-report.ts';
import { checkYamlFile } from './yaml-file.ts';

/** Where the public keys of the operator stand (SPEC.md §17.1). */
export const KEYS_FILE = 'datasets/keys.yaml';

const KeysFile = z.strictObject({ keys: z.array(PublicKey) });

/** The RFC 7638 thumbprint of a key, at once: the check of the files waits for nothing. */
export const thumbprintNow = ({ crv, kty, x }: PublicJwk): Thumbprint =>
  hash('sha256', canonicalText({ crv, kty, x }), 'base64url');

/** The keys of the file and every problem of it. Without the file there are no keys. Pure; never throws. */
export const checkKeysFile = (texts: FileTexts): { keys: readonly PublicKey[]; problems: DatasetProblem[] } => {
  const text = texts[KEYS_FILE];
  if (text === undefined) return { keys: [], problems: [] };
  const { value, problems, lineOf } = checkYamlFile(KeysFile, KEYS_FILE, text);
  if (value === undefined) return { keys: [], problems };
  const seen = new Set<Thumbprint>();
  for (const [index, { kid, public_key }] of value.keys.entries()) {
    const path = ['keys', index, 'kid'];
    const problem = (message: string) =>
      problems.push({ file: KEYS_FILE, line: lineOf(path), field: fieldName(path), message });
    const thumbprint = thumbprintNow(public_key);
    if (kid !== thumbprint) problem(`is "${kid}"; expected the thumbprint of the key, ${thumbprint}`);
    if (seen.has(kid)) problem('stands twice in the list; expected each key once');
    seen.add(kid);
  }
  return { keys: value.keys, problems };
};
