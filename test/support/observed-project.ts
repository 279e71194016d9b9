import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { openGrpcServer } from '../../src/devnet/grpc-server.ts';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { registryAnswers, some, text, view } from './agent-registry.ts';
import { CARDANO } from './cardano-node.ts';
import { COSMOS } from './cosmos-node.ts';
import { COUNT } from './evm-node.ts';
import { observatoryFile } from './observatory.ts';
import { openDoubles } from './observed-doubles.ts';
import { recordsOf } from './observed-records.ts';
import { SOLANA } from './solana-node.ts';

const project = join(import.meta.dirname, '../..');

/**
 * Writes the records into a project, runs `observe` on it once, and ends the doubles.
 * @returns what the command wrote, and the least number that a contract counts.
 */
export const observeEverything = async (root: string) => {
  const doubles = await openDoubles();
  const { host, evm, solana, cosmos, cardano, mcp, devnet } = doubles;
  const { records, card } = await recordsOf(doubles);
  const agent = view({ uri: some(text(`${host.url}/card`)), hash: some(Buffer.from(sha256Hex(card), 'hex')) });
  // Records name known chains alone, so this node says that it is one of the test network.
  const onTestnet = { chain: { ...devnet.chain, genesisBlock: networkOfSetting('testnet').genesisBlock } };
  const answers = registryAnswers(onTestnet, agent);
  const concordium = await openGrpcServer(0, (path, request) =>
    answers[path.slice(path.lastIndexOf('/') + 1)]!(request),
  );
  for (const members of records) {
    const { related_systems: _, ...record } = observatoryFile({
      verifiable: [{ check: 'endpoint_liveness', how: 'As the vocabulary says.' }],
      ...members,
    });
    writeFileSync(join(root, 'datasets/verified-agent-observatory', `${members.id}.yaml`), stringify(record));
  }
  const settings = {
    OBSERVE_RPC_eip155_8453: evm.url,
    [`OBSERVE_RPC_${SOLANA.replace(':', '_')}`]: solana.url,
    [`OBSERVE_RPC_${COSMOS.replaceAll(/[:-]/g, '_')}`]: cosmos.url,
    [`OBSERVE_RPC_${CARDANO.replaceAll(/[:-]/g, '_')}`]: `${cardano.url}/api/v1`,
    OBSERVE_MCP_REGISTRY: host.url,
    CONCORDIUM_GRPC_URL: `http://127.0.0.1:${concordium.port}`,
    CONCORDIUM_NETWORK: 'testnet',
  };
  const child = spawn(
    process.execPath,
    ['src/cli/datasets.ts', 'observe', '--root', root, '--pause', '0', '--allow-loopback'],
    { cwd: project, env: { ...process.env, ...settings } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await once(child, 'close');
  await Promise.all([
    ...[host, evm, solana, cosmos, cardano, mcp, devnet].map((one) => one.close()),
    concordium.close(),
  ]);
  return { output, leastCount: COUNT - 1 };
};
