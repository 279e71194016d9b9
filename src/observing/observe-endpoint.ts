import type { EndpointTarget, IndexTarget } from '../domain/observation/endpoint-targets.ts';
import { judgeEndpoint, judgeIndexedEntry, readIndexedEntry } from '../domain/observation/judge-endpoint.ts';
import type { NewLook } from '../domain/observation/observation.ts';
import type { DocumentRequest } from './fetch-document.ts';
import { lookAtDocument, type ObserverTools } from './observe-document.ts';
import { lookAtMcpServer } from './observe-mcp.ts';

const requestOf = ({
  query,
  status,
}: {
  query?: string | undefined;
  status?: number | undefined;
}): DocumentRequest => ({
  ...(query === undefined ? {} : { body: JSON.stringify({ query }), headers: { 'content-type': 'application/json' } }),
  ...(status === undefined ? {} : { status }),
});

/** Asks an endpoint that a record names, in its protocol. */
export const lookAtEndpoint = ({ address, endpoint }: EndpointTarget, tools: ObserverTools): Promise<NewLook> => {
  if (endpoint.protocol === 'mcp') return lookAtMcpServer(address, tools);
  const isJson = endpoint.protocol !== 'http' || endpoint.has !== undefined;
  return lookAtDocument(
    { target: 'endpoint', address, request: requestOf(endpoint), isJson, checks: ['speaks'] },
    tools,
    ({ bytes }) => ({ checks: [judgeEndpoint(bytes, endpoint)] }),
  );
};

/** Takes an entry from an index and compares it with its registry, which is read after the index. */
export const lookAtIndexEntry = ({ address, entry }: IndexTarget, tools: ObserverTools): Promise<NewLook> =>
  lookAtDocument(
    { target: 'index_entry', address, request: requestOf(entry), checks: ['agrees'] },
    tools,
    async ({ bytes }) => {
      const shown = readIndexedEntry(bytes, entry);
      if ('check' in shown) return { checks: [shown] };
      const at = entry.registry.lastIndexOf(':');
      const [chainId, contract] = [entry.registry.slice(0, at), entry.registry.slice(at + 1)];
      const answer = (await tools.registry?.agentOf(chainId, contract, shown.tokenId)) ?? {
        read: false,
        reason: 'no_reader' as const,
      };
      return { checks: [judgeIndexedEntry(shown, answer, entry)] };
    },
  );
