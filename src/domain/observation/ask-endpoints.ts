import { partsOfCaip10 } from '../chains/caip.ts';
import type { Endpoint, IndexEntry } from '../datasets/observatory/endpoint.ts';
import { judgeEndpoint, judgeMcpEntry, offeredEndpoints, readIndexedEntry } from './judge-document.ts';
import { isOnEvmChain, isSameOwner, judgeEntry, namedEntries } from './named-entries.ts';
import { decisive, fail, notRun, type Outcome, passIf } from './outcome.ts';
import { cardOf, type ObservedRecord, type Question, withDocument } from './question.ts';
import type { Document, Sources } from './sources.ts';

/** The names in the MCP registry that are identities of a record. */
const mcpNamesOf = ({ identity }: ObservedRecord): string[] =>
  identity.flatMap(({ method, value }) => (method === 'mcp-registry-name' && value !== undefined ? [value] : []));

const withMcpEntry = async (
  name: string,
  { mcpRegistry, document }: Sources,
  absent: Outcome,
  judge: (found: Document) => Outcome | Promise<Outcome>,
): Promise<Outcome> => {
  if (mcpRegistry === undefined) return notRun('no_reader');
  const fetched = await document(`${mcpRegistry}/v0.1/servers/${encodeURIComponent(name)}/versions/latest`);
  if (fetched.ok) return judge(fetched);
  return fetched.status === 404 ? absent : notRun(fetched.reason);
};

/** Asks whether the MCP registry, which proves the namespaces, has each name of a record. */
export const askNames = (record: ObservedRecord): Question[] =>
  mcpNamesOf(record).map((name) => ({
    address: name,
    judge: (sources) => withMcpEntry(name, sources, fail('not_listed'), ({ bytes }) => judgeMcpEntry(bytes, name)),
  }));

const askEndpoint = async (
  { url, protocol, has, status }: Omit<Endpoint, 'source'>,
  sources: Sources,
): Promise<Outcome> =>
  protocol === 'mcp'
    ? sources.mcpServer(url)
    : withDocument(sources, url, ({ bytes }) => judgeEndpoint(bytes, { protocol, has }), status);

/** The most endpoints that are asked because one document names them. */
const MOST_OFFERED = 4;

/** Asks the endpoints that a document of the subject offers. */
const askOffered =
  (sources: Sources) =>
  async ({ bytes }: Document): Promise<Outcome> => {
    const outcomes: Outcome[] = [];
    for (const one of offeredEndpoints(bytes).slice(0, MOST_OFFERED)) outcomes.push(await askEndpoint(one, sources));
    return decisive(outcomes) ?? notRun('not_stated');
  };

/** The endpoints whose answer a source states, or those that the registration file and the MCP registry offer. */
export const askEndpoints = (record: ObservedRecord): Question[] => {
  const named = record.verifiable.flatMap(({ endpoints = [] }) => endpoints);
  if (named.length > 0) {
    return named
      .filter(({ protocol, has }) => protocol !== 'http' || has !== undefined)
      .map((one) => ({ address: one.url, judge: (sources) => askEndpoint(one, sources) }));
  }
  const card = cardOf(record);
  const ofNames = mcpNamesOf(record).map((name): Question => ({
    address: name,
    judge: (sources) => withMcpEntry(name, sources, notRun('not_listed'), askOffered(sources)),
  }));
  const ofCard = { address: card?.url ?? '', judge: (s: Sources) => withDocument(s, card!.url, askOffered(s)) };
  const ofEntries = namedEntries(record.identity)
    .filter(isOnEvmChain)
    .map((entry): Question => ({
      address: entry.address,
      judge: (sources) =>
        judgeEntry(entry, sources, ({ cardAddress }) =>
          cardAddress === undefined ? notRun('not_stated') : withDocument(sources, cardAddress, askOffered(sources)),
        ),
    }));
  const files = card === undefined ? ofEntries : card.format === 'erc-8004-registration' ? [ofCard] : [];
  return [...files, ...ofNames];
};

/** Takes an entry from an index and compares it with its registry, which is read after the index. */
export const askIndex = (entry: IndexEntry): Question => ({
  address: entry.url,
  judge: (sources) =>
    withDocument(sources, entry.url, ({ bytes }) => {
      const shown = readIndexedEntry(bytes, entry);
      if ('result' in shown) return shown;
      const { chain, address: contract } = partsOfCaip10(entry.registry);
      return judgeEntry({ chain, contract, tokenId: shown.tokenId }, sources, ({ owner }, place) =>
        passIf(isSameOwner(owner, shown.owner), 'other_owner', place),
      );
    }),
});
