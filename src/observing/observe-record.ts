import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import type { AgentRegistryReader } from '../domain/observation/agent-registry.ts';
import {
  type ExpectedHash,
  judgeCard,
  judgeHash,
  judgeKeySet,
  judgeMediaType,
  unread,
} from '../domain/observation/judge-document.ts';
import { judgeRegistryEntry } from '../domain/observation/judge-registry.ts';
import { keptText, type Look, type NewLook } from '../domain/observation/observation.ts';
import {
  type CardTarget,
  type KeyTarget,
  type RegistryTarget,
  targetsOf,
} from '../domain/observation/observation-targets.ts';
import type { ObservationCheck } from '../domain/observation/observation-terms.ts';
import type { FetchDocument } from './fetch-document.ts';
import { observeSignature } from './observe-signature.ts';

/** The tools for observing. */
export interface ObserverTools {
  readonly fetch: FetchDocument;
  /** Reads CIS-8004 registries; undefined when no node is configured. */
  readonly registry: AgentRegistryReader | undefined;
  readonly now: () => Date;
}

const NO_READER = { result: 'never_checked', reason: 'no_reader' } as const;

const lookAtRegistry = async (
  target: RegistryTarget,
  cardAddress: string | undefined,
  { registry, now }: ObserverTools,
): Promise<NewLook> => {
  const { address } = target;
  if (registry === undefined) {
    const look: Look = { at: now().toISOString(), checks: [{ check: 'registry', ...NO_READER }] };
    return { target: 'registry_entry', address, look, untried: true };
  }
  const answer = await registry.agentOf(target.chainId, target.contract, target.tokenId);
  const look = judgeRegistryEntry(answer, target, cardAddress, now().toISOString());
  return { target: 'registry_entry', address, look, untried: !answer.read && answer.reason === 'other_network' };
};

interface DocumentTarget {
  readonly target: NewLook['target'];
  readonly address: string;
  /** The checks that need the document. */
  readonly checks: readonly ObservationCheck[];
}

type Judgement = ReturnType<typeof judgeCard> & Pick<NonNullable<Look['answer']>, 'signed_by'>;

/** Fetches a document and judges it. Without a document, the checks that need one are unread. */
const lookAtDocument = async (
  { target, address, checks }: DocumentTarget,
  { fetch, now }: ObserverTools,
  judge: (bytes: Uint8Array) => Judgement | Promise<Judgement>,
): Promise<NewLook> => {
  const fetched = await fetch(address);
  if (!fetched.ok) {
    const look: Look = {
      at: now().toISOString(),
      ...(fetched.status === undefined ? {} : { http_status: fetched.status }),
      checks: [
        { check: 'reach', result: 'unreachable', reason: fetched.reason },
        ...checks.map((check) => unread(check, 'not_fetched')),
      ],
    };
    return { target, address, look, untried: false };
  }
  const { bytes, finalAddress, mediaType } = fetched;
  const { checks: judged, format, problems, signed_by } = await judge(bytes);
  const at = now().toISOString();
  const look: Look = {
    at,
    checks: [{ check: 'reach', result: 'reachable' }, judgeMediaType(mediaType), ...judged],
    answer: {
      ...(finalAddress === new URL(address).href ? {} : { final_address: keptText(finalAddress) }),
      ...(mediaType === undefined ? {} : { media_type: mediaType }),
      bytes: bytes.length,
      sha256: sha256Hex(bytes),
      same_bytes_since: at,
      ...(format === undefined ? {} : { format }),
      ...(problems === undefined ? {} : { problems }),
      ...(signed_by === undefined ? {} : { signed_by }),
    },
  };
  return { target, address, look, untried: false };
};

const lookAtCard = (target: CardTarget, expected: ExpectedHash, tools: ObserverTools): Promise<NewLook> => {
  const { address, card, keyAddresses } = target;
  const isA2a = card.format === 'a2a-agent-card';
  const checks: ObservationCheck[] = ['schema', 'hash', ...(isA2a ? (['signature'] as const) : [])];
  return lookAtDocument({ target: 'agent_card', address, checks }, tools, async (bytes) => {
    const judged = judgeCard(bytes, target);
    const signature = isA2a ? await observeSignature(bytes, keyAddresses, tools.fetch) : undefined;
    return {
      ...judged,
      checks: [...judged.checks, judgeHash(bytes, expected), ...(signature ? [signature.check] : [])],
      signed_by: signature?.signedBy,
    };
  });
};

const lookAtKeySet = (target: KeyTarget, tools: ObserverTools): Promise<NewLook> => {
  const { address, kids } = target;
  const checks: ObservationCheck[] = ['schema', ...(kids.length > 0 ? (['key_listed'] as const) : [])];
  return lookAtDocument({ target: 'key_set', address, checks }, tools, (bytes) => judgeKeySet(bytes, target));
};

/**
 * The expected hash of a card: the one in its registry, or else the one in the record. Registry
 * entries for cards at other addresses do not count.
 */
const expectedHash = ({ agent_card: card }: ObservatoryRecord, registryLooks: readonly NewLook[]): ExpectedHash => {
  const entries = registryLooks.flatMap(({ look }) => look.entry ?? []);
  const entry = entries.find(({ card_address }) => card_address === undefined || card_address === card?.url);
  if (entry?.card_sha256 !== undefined) return { kind: 'known', hex: entry.card_sha256, alg: 'sha-256' };
  if (card?.hash !== undefined && card.hash_alg !== undefined) {
    return { kind: 'known', hex: card.hash, alg: card.hash_alg };
  }
  const unreadLook = registryLooks.find(({ look }) => look.entry === undefined)?.look;
  if (unreadLook !== undefined) return { kind: 'unread', reason: unreadLook.checks[0]!.reason ?? 'no_reader' };
  return card?.hash_anchored && entries.length === 0 ? { kind: 'unread', reason: 'no_reader' } : { kind: 'none' };
};

/**
 * Observes everything that a record names, one after the other: registry entries first, since they
 * give the expected hash of the card, then the card, then the key sets. Never rejects because of what
 * hosts answer.
 */
export const observeRecord = async (record: ObservatoryRecord, tools: ObserverTools): Promise<NewLook[]> => {
  const { registry, cards, keySets } = targetsOf(record);
  const looks: NewLook[] = [];
  for (const target of registry) looks.push(await lookAtRegistry(target, record.agent_card?.url, tools));
  const expected = expectedHash(record, looks);
  for (const target of cards) looks.push(await lookAtCard(target, expected, tools));
  for (const target of keySets) looks.push(await lookAtKeySet(target, tools));
  return looks;
};
