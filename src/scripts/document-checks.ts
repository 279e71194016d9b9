import { parseStrictJson, VERIFIED_VALUES_MAX } from '../domain/json/strict-json.ts';
import { readKeys } from '../domain/keys/keys-document.ts';
import { type KnownKey, knownKeys } from '../domain/keys/public-key.ts';
import { afterPatience } from './patience.ts';

/** The code that makes the checks: most of what a page that verifies needs, so it is loaded when it is first used. */
export { verifyText } from '../domain/verification/verify.ts';

/** How long the keys of the service are waited for, in milliseconds: without them, the rest is shown. */
const KEYS_MS = 15_000;

/** The keys that this service publishes, none where it publishes none; undefined where they did not come or are refused. */
export const fetchKeys = async (): Promise<KnownKey[] | undefined> => {
  try {
    const answer = await fetch('/static/keys.json', { signal: afterPatience(KEYS_MS) });
    if (answer.status === 404) return [];
    if (!answer.ok) return undefined;
    const text = new Uint8Array(await answer.arrayBuffer());
    const { keys } = await readKeys(parseStrictJson(text, { maxValues: VERIFIED_VALUES_MAX }).value);
    return knownKeys(keys, { by: 'address', address: location.origin });
  } catch {
    return undefined;
  }
};
