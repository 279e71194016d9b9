import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import { questionsOf } from '../domain/observation/checks.ts';
import { addFindings, type Finding, type Observation, parseObservation } from '../domain/observation/observation.ts';
import type { AgentReader, ChainNode, FetchDocument, Sources } from '../domain/observation/sources.ts';
import { schemaId } from '../domain/vocabulary/service.ts';
import { replaceFile } from '../whole-file.ts';
import { type EvmNode, evmNode } from './evm-node.ts';
import type { HostTurns } from './fetch-document.ts';

/** What a run reads with. */
export interface ObserverTools {
  readonly fetch: FetchDocument;
  readonly turns: HostTurns;
  /** Nodes of EVM chains. */
  readonly nodes: readonly ChainNode[];
  /** Reads registries on Concordium; undefined when no node is configured. */
  readonly concordium: AgentReader | undefined;
  /** Base address of the MCP registry; undefined when none is configured. */
  readonly mcpRegistry: string | undefined;
  readonly now: () => Date;
}

/** Stands for a node where none is configured. */
const noReader = () => Promise.resolve({ read: false, reason: 'no_reader' } as const);
const noNode: EvmNode = { agent: noReader, contract: noReader, transaction: noReader };

/** Makes each reading once. */
const once = <Asked extends unknown[], Answer>(read: (...asked: Asked) => Promise<Answer>) => {
  const made = new Map<string, Promise<Answer>>();
  return (...asked: Asked): Promise<Answer> => {
    const key = JSON.stringify(asked);
    const answer = made.get(key) ?? read(...asked);
    made.set(key, answer);
    return answer;
  };
};

/** Everything that a run reads for one record. */
export const sourcesOf = ({ fetch, turns, nodes, concordium, mcpRegistry, now }: ObserverTools): Sources => {
  const byChain = new Map(nodes.map((node) => [node.chainId, evmNode(node, turns)]));
  const nodeOf = (chain: string) => byChain.get(chain) ?? noNode;
  return {
    document: once(fetch),
    agent: once((chain, contract, tokenId) =>
      (typeof contract === 'string' ? nodeOf(chain).agent : (concordium ?? noReader))(chain, contract, tokenId),
    ),
    contract: (chain, address, call) => nodeOf(chain).contract(chain, address, call),
    transaction: (chain, hash) => nodeOf(chain).transaction(chain, hash),
    mcpServer: async (address) => (await import('./mcp-server.ts')).lookAtMcpServer(address, fetch),
    directorySignature: async (directory) =>
      (await import('./directory-signature.ts')).judgeDirectorySignature(directory, now()),
    mcpRegistry,
  };
};

/** Asks everything that a run can ask for the checks of a record. Never rejects because of what hosts answer. */
export const observeRecord = async (record: ObservatoryRecord, sources: Sources): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const { check, address, judge } of questionsOf(record)) {
    findings.push({ ...(await judge(sources)), check, address });
  }
  return findings;
};

/** A file that is not a valid observation. It is left unchanged. */
class UnreadableObservation extends Error {
  override readonly name = 'UnreadableObservation';
}

/**
 * The observation of a record in a folder; undefined when there is none.
 * @throws UnreadableObservation when the file is invalid, so that it is not overwritten.
 */
export const findObservation = async (folder: string, id: string): Promise<Observation | undefined> => {
  const path = join(folder, `${id}.json`);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const observation = parseObservation(text, id);
  if (observation !== undefined) return observation;
  throw new UnreadableObservation(
    `${path} is not an observation of ${id}. Restore it from version control, or delete it to start over.`,
  );
};

/** Adds what was found to the observation of a record. If the process dies while writing, the earlier one stays. */
export const keepFindings = async (
  folder: string,
  id: string,
  findings: readonly Finding[],
  now: Date,
): Promise<void> => {
  const at = now.toISOString();
  const earlier = (await findObservation(folder, id))?.results ?? [];
  const results = addFindings(earlier, findings, at.slice(0, 10));
  if (results.length === 0) return;
  const observation: Observation = { schema: schemaId('observation'), record: id, observed_at: at, results };
  await mkdir(folder, { recursive: true });
  await replaceFile(join(folder, `${id}.json`), `${JSON.stringify(observation, null, 2)}\n`);
};
