import type { Endpoint, IndexEntry } from '../datasets/observatory/endpoint.ts';
import { valueAt } from '../json/pointer.ts';
import type { RegistryAnswer } from './agent-registry.ts';
import { checkFormat } from './foreign-document.ts';
import { findJson, match, matchIf, neverChecked, unread } from './judge-document.ts';
import { isSameAddress, isSameOwner } from './judge-registry.ts';
import type { CheckOutcome } from './observation.ts';

/** Whether a document is the answer of a GraphQL endpoint that refused the query. */
const isRefusal = (document: unknown): boolean => Array.isArray(valueAt(document, '/errors'));

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** Whether an endpoint answered as a source of the record states. MCP has a handshake of its own. */
export const judgeEndpoint = (
  bytes: Uint8Array,
  { protocol, has = [] }: Pick<Endpoint, 'protocol' | 'has'>,
): CheckOutcome => {
  if (protocol === 'http' && has.length === 0) return neverChecked('speaks', 'nothing_to_compare');
  const document = findJson(bytes)?.value;
  if (document === undefined) return matchIf(false, 'speaks', 'not_json');
  if (protocol === 'a2a') {
    return matchIf(checkFormat('a2a-agent-card', document).problems.length === 0, 'speaks', 'schema_refused');
  }
  if (has.every((pointer) => isThere(valueAt(document, pointer)))) return match('speaks');
  return protocol === 'graphql' && isRefusal(document)
    ? unread('speaks', 'request_refused')
    : matchIf(false, 'speaks', 'schema_refused');
};

/** An entry as an index shows it. */
export interface IndexedEntry {
  readonly tokenId: string;
  readonly owner: string;
  readonly cardAddress: string | undefined;
}

const textAt = (document: unknown, pointer: string): string | undefined => {
  const value = valueAt(document, pointer);
  return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : undefined;
};

/** The entry in the answer of an index, or why there is none. */
export const readIndexedEntry = (
  bytes: Uint8Array,
  { agent, owner, card_address: card, query }: IndexEntry,
): IndexedEntry | CheckOutcome => {
  const document = findJson(bytes)?.value;
  if (document === undefined) return matchIf(false, 'agrees', 'not_json');
  const tokenId = textAt(document, agent);
  const shownOwner = textAt(document, owner);
  if (tokenId === undefined || !/^\d{1,78}$/.test(tokenId) || shownOwner === undefined) {
    return query !== undefined && isRefusal(document)
      ? unread('agrees', 'request_refused')
      : matchIf(false, 'agrees', 'schema_refused');
  }
  return { tokenId, owner: shownOwner, cardAddress: card === undefined ? undefined : textAt(document, card) };
};

/** Compares an entry as an index shows it with the registry, read after the index. */
export const judgeIndexedEntry = (
  shown: IndexedEntry,
  answer: RegistryAnswer,
  { registry, card_address: card }: IndexEntry,
): CheckOutcome => {
  if (!answer.read) {
    return answer.reason === 'no_reader' ? neverChecked('agrees', 'no_reader') : unread('agrees', answer.reason);
  }
  const { agent, blockHash, blockHeight } = answer;
  const where = {
    network: registry.slice(0, registry.lastIndexOf(':')),
    block: blockHeight === undefined ? blockHash : String(blockHeight),
  };
  if (agent === undefined) return { ...matchIf(false, 'agrees', 'not_registered'), ...where };
  if (!isSameOwner(agent.owner, shown.owner)) return { ...matchIf(false, 'agrees', 'other_owner'), ...where };
  const agrees = card === undefined || isSameAddress(agent.cardAddress ?? '', shown.cardAddress ?? '');
  return { ...matchIf(agrees, 'agrees', 'other_address'), ...where };
};
