import { openDevnet } from '../../src/devnet/devnet.ts';
import { openCardanoNode } from './cardano-node.ts';
import { openCosmosNode } from './cosmos-node.ts';
import { openEvmNode } from './evm-node.ts';
import { openMcpDouble } from './mcp-double.ts';
import { openOddServer } from './odd-server.ts';
import { openSolanaNode } from './solana-node.ts';

type Documents = Record<string, { body: string; headers?: Record<string, string> }>;

/** The doubles of every protocol that `observe` speaks, on loopback. */
export const openDoubles = async () => {
  const documents: Documents = {};
  const host = await openOddServer((request, answer) => {
    const found = documents[request.url!];
    if (found === undefined) return answer.writeHead(404).end();
    return answer.writeHead(200, { 'content-type': 'application/json', ...found.headers }).end(found.body);
  });
  const executable = Buffer.from('what a program does');
  const devnet = await openDevnet();
  return {
    documents,
    host,
    executable,
    devnet,
    evm: await openEvmNode(8453),
    solana: await openSolanaNode(executable),
    cosmos: await openCosmosNode(),
    cardano: await openCardanoNode(),
    mcp: await openMcpDouble(),
  };
};
export type Doubles = Awaited<ReturnType<typeof openDoubles>>;
