import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import { judgeDomainFile, judgeKeySet, judgeMcpEntry, unread } from '../domain/observation/judge-document.ts';
import type { CheckOutcome, Look, NewLook } from '../domain/observation/observation.ts';
import {
  type DomainTarget,
  type KeyTarget,
  type McpTarget,
  targetsOf,
} from '../domain/observation/observation-targets.ts';
import type { ObservationCheck } from '../domain/observation/observation-terms.ts';
import { remotesOf } from '../domain/observation/offered-endpoints.ts';
import { expectedHash, lookAtCard, lookAtRegistered } from './observe-card.ts';
import { lookAtContract, lookAtRegistry, lookAtTransaction, NO_READER, type RegistryLook } from './observe-chain.ts';
import { lookAtDocument, type ObserverTools } from './observe-document.ts';
import { lookAtEndpoint, lookAtIndexEntry } from './observe-endpoint.ts';
import { withLink } from './observe-link.ts';

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
      return { checks: [...judged.checks, await judgeNamespace(proof, tools)], offers: remotesOf(bytes) };
    },
  );
  const isAbsent = seen.look.http_status === 404;
  return isAbsent
    ? { ...seen, look: { ...seen.look, checks: [{ check: 'listed', result: 'mismatch', reason: 'not_listed' }] } }
    : seen;
};

/** The most endpoints of a record that are asked because one of its documents names them. */
const MOST_OFFERED = 4;

/** Asks the endpoints that documents of a record name, where it names the check and no endpoint itself. */
const lookAtOffers = async (
  { verifiable }: ObservatoryRecord,
  looks: readonly NewLook[],
  tools: ObserverTools,
): Promise<NewLook[]> => {
  const asked = verifiable.find(({ check }) => check === 'endpoint_liveness');
  if (asked === undefined || asked.endpoints !== undefined) return [];
  const offers = looks.flatMap(({ offers = [], namedBy, address }) =>
    offers.map((offer) => [offer.url, { ...offer, namedBy: namedBy ?? address }] as const),
  );
  const answered: NewLook[] = [];
  for (const [url, { namedBy, protocol }] of [...new Map(offers)].slice(0, MOST_OFFERED)) {
    const target = { target: 'endpoint', address: url, endpoint: { url, protocol } } as const;
    answered.push({ ...(await lookAtEndpoint(target, tools)), namedBy });
  }
  return answered;
};

/**
 * Observes everything that a record names, one after the other: registry entries first, since they give the address and
 * the expected hash of the card, then the card, the key sets, the files of domains, transactions, contracts, the MCP registry, endpoints and
 * indexes. Never rejects because of what hosts answer.
 */
export const observeRecord = async (record: ObservatoryRecord, tools: ObserverTools): Promise<NewLook[]> => {
  const { registry, cards, keySets, domains, transactions, contracts, mcp, endpoints, indexes } = targetsOf(record);
  const read: RegistryLook[] = [];
  for (const target of registry) read.push(await lookAtRegistry(target, record.agent_card?.url, tools));
  const entries = await withLink(record, registry, read, tools);
  const looks: NewLook[] = entries.map(({ registered: _, ...look }) => look);
  const expected = expectedHash(record, looks);
  if (cards.length === 0) looks.push(...(await lookAtRegistered(record, entries, tools)));
  for (const target of cards) looks.push(await lookAtCard(target, expected, tools));
  for (const target of keySets) looks.push(await lookAtKeySet(target, tools));
  for (const target of domains) looks.push(await lookAtDomain(target, tools));
  for (const target of transactions) looks.push(await lookAtTransaction(target, tools));
  for (const target of contracts) looks.push(await lookAtContract(target, tools));
  for (const target of mcp) looks.push(await lookAtMcpEntry(target, tools));
  for (const target of endpoints) looks.push(await lookAtEndpoint(target, tools));
  for (const target of indexes) looks.push(await lookAtIndexEntry(target, tools));
  return [...looks, ...(await lookAtOffers(record, looks, tools))];
};
