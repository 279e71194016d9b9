import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import type { AgentRegistryReader } from '../domain/observation/agent-registry.ts';
import type { TransactionReader } from '../domain/observation/chain-transaction.ts';
import type { ContractReader } from '../domain/observation/contract-state.ts';
import {
  type ExpectedHash,
  judgeCard,
  judgeDomainFile,
  judgeHash,
  judgeKeySet,
  judgeMcpEntry,
  judgeMediaType,
  unread,
} from '../domain/observation/judge-document.ts';
import { type CheckOutcome, keptText, type Look, type NewLook } from '../domain/observation/observation.ts';
import {
  type CardTarget,
  cardTarget,
  type DomainTarget,
  type KeyTarget,
  type McpTarget,
  targetsOf,
} from '../domain/observation/observation-targets.ts';
import type { ObservationCheck } from '../domain/observation/observation-terms.ts';
import type { FetchDocument, Fetched } from './fetch-document.ts';
import { lookAtContract, lookAtRegistry, lookAtTransaction, NO_READER, type RegistryLook } from './observe-chain.ts';
import { observeSignature } from './observe-signature.ts';
import { isDataAddress, readDataAddress } from './read-data-address.ts';

/** The tools for observing. */
export interface ObserverTools {
  readonly fetch: FetchDocument;
  /** Reads registries; undefined when no node is configured. */
  readonly registry: AgentRegistryReader | undefined;
  /** Reads transactions; undefined when no node is configured. */
  readonly transactions?: TransactionReader | undefined;
  /** Reads contracts; undefined when no node is configured. */
  readonly contracts?: ContractReader | undefined;
  /** Base address of the MCP registry; undefined when none is configured. */
  readonly mcpRegistry?: string | undefined;
  /** The TXT records of a domain; empty where there are none. */
  readonly txtRecords?: (domain: string) => Promise<string[]>;
  readonly now: () => Date;
}

interface DocumentTarget {
  readonly target: NewLook['target'];
  readonly address: string;
  /** Where it is fetched, if that is not its address. */
  readonly from?: string;
  /** The checks that need the document. */
  readonly checks: readonly ObservationCheck[];
}

type Judgement = ReturnType<typeof judgeCard> & Pick<NonNullable<Look['answer']>, 'signed_by'>;

/** Fetches a document and judges it. Without a document, the checks that need one are unread. */
const lookAtDocument = async (
  { target, address, from = address, checks }: DocumentTarget,
  { fetch, now }: ObserverTools,
  judge: (fetched: Extract<Fetched, { ok: true }>) => Judgement | Promise<Judgement>,
): Promise<NewLook> => {
  const fetched = await fetch(from);
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
  const { checks: judged, format, problems, signed_by } = await judge(fetched);
  const at = now().toISOString();
  const look: Look = {
    at,
    checks: [{ check: 'reach', result: 'reachable' }, judgeMediaType(mediaType), ...judged],
    answer: {
      ...(finalAddress === new URL(from).href ? {} : { final_address: keptText(finalAddress) }),
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

const lookAtCard = (
  target: CardTarget & Pick<DocumentTarget, 'from'>,
  { where, ...expected }: AnchoredHash,
  tools: ObserverTools,
): Promise<NewLook> => {
  const { address, from, card, keyAddresses } = target;
  const isA2a = card.format === 'a2a-agent-card';
  const checks: ObservationCheck[] = ['schema', 'hash', ...(isA2a ? (['signature'] as const) : [])];
  return lookAtDocument({ target: 'agent_card', address, from: from ?? address, checks }, tools, async ({ bytes }) => {
    const judged = judgeCard(bytes, target);
    const signature = isA2a ? await observeSignature(bytes, keyAddresses, tools.fetch) : undefined;
    return {
      ...judged,
      checks: [...judged.checks, { ...judgeHash(bytes, expected), ...where }, ...(signature ? [signature.check] : [])],
      signed_by: signature?.signedBy,
    };
  });
};

const lookAtKeySet = (target: KeyTarget, tools: ObserverTools): Promise<NewLook> => {
  const { address, kids, isDirectory } = target;
  const checks: ObservationCheck[] = ['schema', ...(kids.length > 0 ? (['key_listed'] as const) : [])];
  return lookAtDocument({ target: 'key_set', address, checks }, tools, async (fetched) => {
    const judged = await judgeKeySet(fetched.bytes, target);
    if (!isDirectory) return judged;
    const { observeDirectory } = await import('./observe-directory.ts');
    return { ...judged, checks: [...judged.checks, await observeDirectory(fetched, tools.now())] };
  });
};

const lookAtDomain = (target: DomainTarget, tools: ObserverTools): Promise<NewLook> =>
  lookAtDocument({ ...target, checks: ['identity'] }, tools, ({ bytes }) => judgeDomainFile(bytes, target));

/** Whether a text is the key that proves a namespace (MCP registry). */
const isNamespaceKey = (text: string): boolean => /^v=MCPv1;.*\bp=\S+/.test(text.trim());

/** Whether the domain of a namespace still publishes the key of the proof, as a file or a TXT record. */
const judgeNamespace = async (proof: string | undefined, tools: ObserverTools): Promise<CheckOutcome> => {
  if (proof === undefined) return { check: 'namespace', result: 'match' };
  const fetched = await tools.fetch(proof);
  if (fetched.ok && isNamespaceKey(Buffer.from(fetched.bytes).toString('utf8'))) {
    return { check: 'namespace', result: 'match' };
  }
  const texts = (await tools.txtRecords?.(new URL(proof).hostname)) ?? [];
  return texts.some(isNamespaceKey)
    ? { check: 'namespace', result: 'match' }
    : unread('namespace', fetched.ok || fetched.status !== undefined ? 'proof_not_found' : fetched.reason);
};

const lookAtMcpEntry = async (target: McpTarget, tools: ObserverTools): Promise<NewLook> => {
  const { address, proof } = target;
  if (tools.mcpRegistry === undefined) {
    const look: Look = { at: tools.now().toISOString(), checks: [{ check: 'listed', ...NO_READER }] };
    return { target: 'mcp_entry', address, look, untried: true };
  }
  const from = `${tools.mcpRegistry}/v0.1/servers/${encodeURIComponent(address)}/versions/latest`;
  const seen = await lookAtDocument(
    { target: 'mcp_entry', address, from, checks: ['listed'] },
    tools,
    async ({ bytes }) => {
      const judged = judgeMcpEntry(bytes, address);
      return { ...judged, checks: [...judged.checks, await judgeNamespace(proof, tools)] };
    },
  );
  const isAbsent = seen.look.http_status === 404;
  return isAbsent
    ? { ...seen, look: { ...seen.look, checks: [{ check: 'listed', result: 'mismatch', reason: 'not_listed' }] } }
    : seen;
};

/** The expected hash of a card, with the chain and block that it was read from. */
type AnchoredHash = ExpectedHash & { readonly where?: Pick<CheckOutcome, 'network' | 'block'> };

/**
 * The expected hash of a card: the one in its registry, or else the one in the record. Registry entries for cards at
 * other addresses do not count, and ERC-8004 registries hold no hash.
 */
const expectedHash = ({ agent_card: card }: ObservatoryRecord, looks: readonly NewLook[]): AnchoredHash => {
  const registryLooks = looks.filter(({ address }) => !address.startsWith('eip155:')).map(({ look }) => look);
  const anchored = registryLooks.find(
    ({ entry }) => entry && (entry.card_address === undefined || entry.card_address === card?.url),
  );
  if (anchored?.entry?.card_sha256 !== undefined) {
    const { network, block } = anchored.checks[0]!;
    return { kind: 'known', hex: anchored.entry.card_sha256, alg: 'sha-256', where: { network, block } };
  }
  if (card?.hash !== undefined && card.hash_alg !== undefined) {
    return { kind: 'known', hex: card.hash, alg: card.hash_alg };
  }
  const unreadLook = registryLooks.find(({ entry }) => entry === undefined);
  if (unreadLook !== undefined) return { kind: 'unread', reason: unreadLook.checks[0]!.reason ?? 'no_reader' };
  const wasRead = registryLooks.length > 0;
  return card?.hash_anchored && !wasRead ? { kind: 'unread', reason: 'no_reader' } : { kind: 'none' };
};

/**
 * A look at the registration file to which an ERC-8004 registry points, for a record that names no card. A file that is
 * in the registry itself goes by the address of the entry.
 */
const lookAtRegistered = async (
  record: ObservatoryRecord,
  looks: readonly RegistryLook[],
  tools: ObserverTools,
): Promise<NewLook[]> => {
  const entry = looks.find(
    ({ address, registered = '' }) =>
      address.startsWith('eip155:') && (/^https?:/.test(registered) || isDataAddress(registered)),
  );
  const url = entry?.registered;
  if (entry === undefined || url === undefined) return [];
  const target = cardTarget(record, { url, format: 'erc-8004-registration' });
  const look = isDataAddress(url)
    ? await lookAtCard(
        { ...target, address: entry.address, from: url },
        { kind: 'none' },
        { ...tools, fetch: readDataAddress },
      )
    : await lookAtCard(target, { kind: 'none' }, tools);
  return [{ ...look, namedBy: entry.address }];
};

/**
 * Observes everything that a record names, one after the other: registry entries first, since they give the address and
 * the expected hash of the card, then the card, the key sets, the files of domains, transactions, contracts and the MCP registry. Never rejects
 * because of what hosts answer.
 */
export const observeRecord = async (record: ObservatoryRecord, tools: ObserverTools): Promise<NewLook[]> => {
  const { registry, cards, keySets, domains, transactions, contracts, mcp } = targetsOf(record);
  const entries: RegistryLook[] = [];
  for (const target of registry) entries.push(await lookAtRegistry(target, record.agent_card?.url, tools));
  const looks: NewLook[] = entries.map(({ registered: _, ...look }) => look);
  const expected = expectedHash(record, looks);
  if (cards.length === 0) looks.push(...(await lookAtRegistered(record, entries, tools)));
  for (const target of cards) looks.push(await lookAtCard(target, expected, tools));
  for (const target of keySets) looks.push(await lookAtKeySet(target, tools));
  for (const target of domains) looks.push(await lookAtDomain(target, tools));
  for (const target of transactions) looks.push(await lookAtTransaction(target, tools));
  for (const target of contracts) looks.push(await lookAtContract(target, tools));
  for (const target of mcp) looks.push(await lookAtMcpEntry(target, tools));
  return looks;
};
