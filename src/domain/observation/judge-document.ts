import { createHash } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { z } from 'zod';
import { parseStrictJson } from '../json/strict-json.ts';
import { isServiceError } from '../vocabulary/errors.ts';
import { checkFormat, type DocumentFormat, holdsSecretKey, keysOf, namesRegistration } from './foreign-document.ts';
import type { CheckOutcome } from './observation.ts';
import type { CardTarget, KeyTarget } from './observation-targets.ts';
import type { ObservationCheck, ObservationReason } from './observation-terms.ts';

/** A match. */
export const match = (check: ObservationCheck): CheckOutcome => ({ check, result: 'match' });
const mismatch = (check: ObservationCheck, reason: ObservationReason): CheckOutcome => ({
  check,
  result: 'mismatch',
  reason,
});
/** The result of a check that has nothing to compare with. */
export const neverChecked = (check: ObservationCheck, reason: ObservationReason): CheckOutcome => ({
  check,
  result: 'never_checked',
  reason,
});

/** A match, or a mismatch for this reason. */
export const matchIf = (matches: boolean, check: ObservationCheck, reason: ObservationReason): CheckOutcome =>
  matches ? match(check) : mismatch(check, reason);

/** The result of a check whose data could not be read this time. */
export const unread = (check: ObservationCheck, reason: ObservationReason): CheckOutcome => ({
  check,
  result: 'unread',
  reason,
});

/** The value of a JSON document that every reader interprets in the same way; undefined for any other bytes. */
export const findJson = (bytes: Uint8Array): { value: unknown } | undefined => {
  try {
    return parseStrictJson(bytes);
  } catch (thrown) {
    if (isServiceError(thrown)) return undefined;
    throw thrown;
  }
};

/** Whether the answer states that it is JSON (RFC 8259, RFC 6839). */
export const judgeMediaType = (mediaType: string | undefined): CheckOutcome =>
  matchIf(/^[a-z]+\/([a-z0-9.!#$&^_-]+\+)?json$/.test(mediaType ?? ''), 'media_type', 'other_media_type');

const hashNames = { 'sha-256': 'sha256', 'keccak-256': 'keccak-256' } as const;

/** The expected hash of a card: known, not stated anywhere, or not readable this time. */
export type ExpectedHash =
  | { readonly kind: 'known'; readonly hex: string; readonly alg: keyof typeof hashNames }
  | { readonly kind: 'none' }
  | { readonly kind: 'unread'; readonly reason: ObservationReason };

/** Compares the bytes of a card with the hash in the record or in the registry. */
export const judgeHash = (bytes: Uint8Array, expected: ExpectedHash): CheckOutcome => {
  if (expected.kind === 'none') return neverChecked('hash', 'nothing_to_compare');
  if (expected.kind === 'unread') return unread('hash', expected.reason);
  const found = createHash(hashNames[expected.alg]).update(bytes).digest('hex');
  return matchIf(found === expected.hex, 'hash', 'other_hash');
};

/** An entry as the registry answers it: the server, and its status in the registry. */
const McpEntry = z.looseObject({
  server: z.looseObject({ name: z.string() }),
  _meta: z
    .looseObject({
      'io.modelcontextprotocol.registry/official': z.looseObject({ status: z.string().optional() }).optional(),
    })
    .optional(),
});

interface Judgement {
  readonly checks: CheckOutcome[];
  readonly format?: string;
  readonly problems?: { pointer: string; expected: string }[];
}

const judgeFormat = (format: DocumentFormat, document: unknown): Judgement => {
  const result = checkFormat(format, document);
  return result.problems.length === 0
    ? { checks: [match('schema')], format: result.format }
    : { checks: [mismatch('schema', 'schema_refused')], format: result.format, problems: result.problems };
};

const judgeIdentity = (document: unknown, { registrations }: Pick<CardTarget, 'registrations'>): CheckOutcome[] =>
  registrations.length === 0
    ? []
    : [
        matchIf(
          registrations.some(({ registry, agentRef }) => namesRegistration(document, registry, agentRef)),
          'identity',
          'identity_not_named',
        ),
      ];

/** Schema and identity of the card that a record names. The signature is checked separately, because it needs a key. */
export const judgeCard = (bytes: Uint8Array, target: CardTarget): Judgement => {
  const { format } = target.card;
  if (format === 'other') return { checks: [neverChecked('schema', 'no_schema')] };
  const json = findJson(bytes);
  if (json === undefined) return { checks: [mismatch('schema', 'not_json')] };
  const judged = judgeFormat(format, json.value);
  return format === 'erc-8004-registration'
    ? { ...judged, checks: [...judged.checks, ...judgeIdentity(json.value, target)] }
    : judged;
};

/** The file in which a domain names its registrations, compared with those of the record. */
export const judgeDomainFile = (bytes: Uint8Array, target: Pick<CardTarget, 'registrations'>): Judgement => {
  const json = findJson(bytes);
  return { checks: json === undefined ? [mismatch('schema', 'not_json')] : judgeIdentity(json.value, target) };
};

/** The RFC 7638 thumbprint of a key; undefined for what is no key. */
const findThumbprint = (key: Record<string, unknown>): Promise<string | undefined> =>
  calculateJwkThumbprint(key).catch(() => undefined);

/** The entry of a name in the MCP registry. */
export const judgeMcpEntry = (bytes: Uint8Array, name: string): Judgement => {
  const entry = McpEntry.safeParse(findJson(bytes)?.value).data;
  if (entry === undefined) return { checks: [unread('listed', 'schema_refused')] };
  const status = entry._meta?.['io.modelcontextprotocol.registry/official']?.status;
  return { checks: [matchIf(entry.server.name === name && status !== 'deleted', 'listed', 'not_listed')] };
};

/**
 * The key set at an address of a record. A record may also name a page about a key, so a document
 * that is not JSON is unread and not a mismatch.
 */
export const judgeKeySet = async (bytes: Uint8Array, { kids }: KeyTarget): Promise<Judgement> => {
  const json = findJson(bytes);
  if (json === undefined) return { checks: [unread('schema', 'not_json')] };
  const judged = holdsSecretKey(json.value)
    ? { checks: [mismatch('schema', 'private_key_published')], format: 'jwks' }
    : judgeFormat('jwks', json.value);
  const keys = keysOf(json.value);
  const listed = new Set([...keys.map(({ kid }) => kid), ...(await Promise.all(keys.map(findThumbprint)))]);
  const isListed = kids.every((kid) => listed.has(kid));
  const named = kids.length === 0 ? [] : [matchIf(isListed, 'key_listed', 'key_not_found')];
  return { ...judged, checks: [...judged.checks, ...named] };
};
