import { hash } from 'node:crypto';
import { type Document, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { z } from 'zod';
import { canonicalText } from '../domain/json/canonical-json.ts';
import { checkKeyIds } from '../domain/keys/keys-document.ts';
import { type PublicJwk, PublicKey, type RevocationReason, type Thumbprint } from '../domain/keys/public-key.ts';
import type { Timestamp } from '../domain/vocabulary/timestamp.ts';
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

/** How wide lines of the file may be. */
const LINE_WIDTH = 110;

const edited = (text: string, edit: (document: Document) => void): string => {
  const document = parseDocument(text);
  edit(document);
  return document.toString({ lineWidth: LINE_WIDTH });
};

/** The text of the keys file with one more key; its comments stay. The text must hold no problem. */
export const appendKey = (text: string, key: PublicKey): string =>
  edited(text, (document) => {
    const keys = document.get('keys');
    // An empty list is written as [], where a block could not follow.
    if (isSeq(keys)) keys.flow = false;
    document.addIn(['keys'], document.createNode(key));
  });

/** The text of the keys file without the keys for demonstrations; what a service publishes for its agent proves nothing with them. */
export const withoutDemonstrationKeys = (text: string): string =>
  edited(text, (document) => {
    const keys = document.get('keys');
    if (isSeq(keys)) keys.items = keys.items.filter((item) => !isMap(item) || item.get('demonstration') !== true);
  });

/** The text of the keys file in which a key that it lists is revoked; its comments stay. */
export const revokeKey = (text: string, kid: Thumbprint, at: Timestamp, reason: RevocationReason): string =>
  edited(text, (document) => {
    const keys = document.get('keys');
    const entry = isSeq(keys)
      ? keys.items.find((item): item is YAMLMap => isMap(item) && item.get('kid') === kid)
      : undefined;
    entry?.set('revoked_at', at);
    entry?.set('revocation_reason', reason);
  });
