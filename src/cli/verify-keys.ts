import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseStrictJson } from '../domain/json/strict-json.ts';
import { type KeySource, type KnownKey, knownKeys, pinKeys } from '../domain/keys/known-key.ts';
import { Thumbprint } from '../domain/keys/public-key.ts';
import { readKeys } from '../domain/keys/read-keys.ts';
import { isServiceError } from '../domain/vocabulary/errors.ts';
import { CommandError } from './terminal.ts';
import { readAddress } from './verify-source.ts';

export interface KeyOptions {
  /** File or http(s) address of a keys document. */
  readonly keys: string | undefined;
  /** Thumbprints; where there are any, no other key counts. */
  readonly pin: readonly string[];
  /** Address of the service whose keys are taken where no keys are named. */
  readonly service: string | undefined;
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const KEYS_PATH = '/static/keys.json';

const readText = async (from: string): Promise<Uint8Array> =>
  isAddress(from)
    ? readAddress(from)
    : readFile(from).catch(() => {
        throw new CommandError(`There is no readable keys file ${basename(from)}.`);
      });

const parse = (text: Uint8Array, from: string): unknown => {
  try {
    return parseStrictJson(text).value;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    throw new CommandError(`The keys of ${from} are refused: they are not acceptable JSON.`);
  }
};

/**
 * The keys that a signature is judged by. Without --keys they are those that the service publishes,
 * if one is named; a service that publishes none gives none.
 * @throws CommandError when a list cannot be read, or is refused, with every reason.
 */
export const openKeys = async ({ keys, pin, service }: KeyOptions): Promise<KnownKey[]> => {
  const wrong = pin.find((thumbprint) => !Thumbprint.safeParse(thumbprint).success);
  if (wrong !== undefined) throw new CommandError('--pin takes an RFC 7638 thumbprint: 43 characters of base64url.');
  const origin = service !== undefined && isAddress(service) ? new URL(service).origin : undefined;
  const from = keys ?? (origin === undefined ? undefined : origin + KEYS_PATH);
  if (from === undefined) return [];
  const text = await readText(from).catch((error: unknown) => {
    if (keys === undefined && error instanceof CommandError) return undefined;
    throw error;
  });
  if (text === undefined) return [];
  const listed = await readKeys(parse(text, from));
  if (listed.problems.length > 0)
    throw new CommandError(`The keys of ${from} are refused:\n${listed.problems.join('\n')}`);
  const known: KeySource = isAddress(from)
    ? { by: 'address', address: keys === undefined ? origin! : from }
    : { by: 'file', name: basename(from) };
  return pinKeys(knownKeys(listed.keys, known), pin);
};
