import { isJsonObject } from '../json/json-object.ts';
import { parseStrictJson } from '../json/strict-json.ts';

/** What is in a file that the form made. */
interface KeptRequest {
  /** The text of the receipt, to be verified. */
  readonly receipt: string;
  /** The text of the request, which the receipt names by its hash. */
  readonly body: string;
}

/** Takes the file of a request and its receipt apart (SPEC.md §4.6). Undefined for every other text. */
export const openKeptRequest = (text: string | Uint8Array): KeptRequest | undefined => {
  let value: unknown;
  try {
    value = parseStrictJson(text).value;
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || !isJsonObject(value['request']) || !isJsonObject(value['receipt'])) return undefined;
  const { body } = value['request'];
  return typeof body === 'string' ? { receipt: JSON.stringify(value['receipt']), body } : undefined;
};
