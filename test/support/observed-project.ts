import { spawn } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { openDevnet } from '../../src/devnet/devnet.ts';
import { openGrpcServer } from '../../src/devnet/grpc-server.ts';
import { inChecksumCase } from '../../src/domain/chains/eip55.ts';
import type { ObservatoryFile } from '../../src/domain/datasets/observatory/record.ts';
import { canonicalText } from '../../src/domain/json/canonical-json.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { contract, registryAnswers, some, text, view } from './agent-registry.ts';
import { CARDANO, openCardanoNode, POLICY } from './cardano-node.ts';
import { ALMANAC, COSMOS, openCosmosNode } from './cosmos-node.ts';
import { COUNT, openEvmNode } from './evm-node.ts';
import { openMcpDouble } from './mcp-double.ts';
import { a2aCard, observatoryFile } from './observatory.ts';
import { openOddServer } from './odd-server.ts';
import { signedDirectory } from './signed-directory.ts';
import { openSolanaNode, SOLANA } from './solana-node.ts';

const project = join(import.meta.dirname, '../..');
const owner = inChecksumCase(`0x${'c0ffee'.repeat(6)}abcd`);
const encode = (value: string) => Buffer.from(value).toString('base64url');
type Documents = Record<string, { body: string; headers?: Record<string, string> }>;

/** An A2A card, and the key set that confirms it. */
const signedCard = (url: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const head = encode(JSON.stringify({ alg: 'EdDSA', kid: 'key-1', typ: 'JOSE', jku: `${url}/keys` }));
  const signature = sign(null, Buffer.from(`${head}.${encode(canonicalText(a2aCard))}`), privateKey);
  return {
    keys: JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1' }] }),
    card: JSON.stringify({ ...a2aCard, signatures: [{ protected: head, signature: signature.toString('base64url') }] }),
  };
};

/** The doubles of every protocol that `observe` speaks, on loopback. */
const openDoubles = async () => {
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
type Doubles = Awaited<ReturnType<typeof openDoubles>>;

/** One record for each way in which a record can be looked at, and one for which there is none. */
const recordsOf = async ({ documents, host: { url }, executable, devnet, evm, solana, mcp }: Doubles) => {
  const { card, keys } = signedCard(url);
  documents['/card'] = { body: card };
  documents['/keys'] = { body: keys };
  const agentId = await evm.register(owner, `${url}/registration.json`);
  const registry = `eip155:8453:${evm.contract}`;
  const registrations = [{ agentId: Number(agentId), agentRegistry: registry }];
  documents['/registration.json'] = {
    body: JSON.stringify({
      type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
      name: 'An agent',
      description: 'For tests.',
      services: [{ name: 'web', endpoint: 'https://example.org/' }],
      registrations,
    }),
  };
  documents['/.well-known/agent-registration.json'] = { body: JSON.stringify({ registrations }) };
  const directory = `${url}/.well-known/http-message-signatures-directory`;
  documents['/.well-known/http-message-signatures-directory'] = await signedDirectory(directory, new Date());
  const name = 'io.github.example/server';
  documents[`/v0.1/servers/${encodeURIComponent(name)}/versions/latest`] = {
    body: JSON.stringify({
      server: { name, version: '1.0.0' },
      _meta: { 'io.modelcontextprotocol.registry/official': { status: 'active' } },
    }),
  };
  documents['/agents'] = {
    body: JSON.stringify({ items: [{ token_id: Number(agentId), owner_address: owner.toLowerCase() }] }),
  };
  const how = 'As the vocabulary says.';
  const source = observatoryFile({}).sources[0]!.url;
  const records: (Partial<ObservatoryFile> & { id: string })[] = [
    {
      id: 'on-evm',
      identity: [{ method: 'erc-8004', chain_id: 'eip155:8453', registry, agent_ref: agentId }],
      agent_card: { url: `${url}/registration.json`, format: 'erc-8004-registration' },
      verifiable: [
        { check: 'registry_owner', how },
        { check: 'token_uri_equals_card', how },
        { check: 'domain_proof', how },
      ],
    },
    {
      id: 'on-concordium',
      identity: [
        {
          method: 'cis-8004',
          chain_id: `ccd:${devnet.chain.genesisBlock.slice(0, 32)}`,
          contract,
          agent_ref: '484',
        },
      ],
      agent_card: { url: `${url}/card`, format: 'a2a-agent-card' },
      verifiable: [{ check: 'card_hash_onchain', how }],
    },
    { id: 'with-card', identity: [{ method: 'a2a-agent-card', value: `${url}/card` }] },
    { id: 'with-directory', identity: [{ method: 'web-bot-auth-key-directory', value: directory }] },
    {
      id: 'with-contract',
      identity: [{ method: 'contract', chain_id: 'eip155:8453', account: registry }],
      verifiable: [
        {
          check: 'contract_state',
          how,
          reads: [
            {
              contract: `eip155:8453:${evm.counter}`,
              function: 'nextPactId()(uint256)',
              at_least: String(COUNT - 1),
              source,
            },
          ],
        },
      ],
    },
    {
      id: 'on-solana',
      identity: [{ method: 'solana-agent-registry', chain_id: SOLANA, registry: `${SOLANA}:${solana.program}` }],
      verifiable: [
        {
          check: 'contract_state',
          how,
          reads: [{ contract: `${SOLANA}:${solana.program}`, code_sha256: sha256Hex(executable), source }],
        },
      ],
    },
    {
      id: 'on-cosmos',
      identity: [{ method: 'almanac', chain_id: COSMOS, registry: `${COSMOS}:${ALMANAC}` }],
      verifiable: [
        {
          check: 'contract_state',
          how,
          reads: [
            {
              contract: `${COSMOS}:${ALMANAC}`,
              query: '{"query_contract_state":{}}',
              member: '/contract_version',
              any_answer: true,
              source,
            },
          ],
        },
      ],
    },
    {
      id: 'on-cardano',
      identity: [{ method: 'masumi-nft', chain_id: CARDANO, registry: `${CARDANO}:${POLICY}` }],
      verifiable: [
        { check: 'contract_state', how, reads: [{ contract: `${CARDANO}:${POLICY}`, at_least: '1', source }] },
      ],
    },
    {
      id: 'with-index',
      verifiable: [
        {
          check: 'index_agreement',
          how,
          entries: [
            { url: `${url}/agents`, registry, agent: '/items/0/token_id', owner: '/items/0/owner_address', source },
          ],
        },
      ],
    },
    {
      id: 'with-endpoint',
      verifiable: [
        { check: 'endpoint_liveness', how, endpoints: [{ url: `${mcp.url}/mcp`, protocol: 'mcp', source }] },
      ],
    },
    { id: 'with-domain', identity: [{ method: 'domain', value: 'example.org' }] },
    { id: 'with-name', identity: [{ method: 'mcp-registry-name', value: name }] },
  ];
  return { records, card };
};

/**
 * Writes the records into a project, runs `observe` on it once, and ends the doubles.
 * @returns what the command wrote, and the least number that a contract counts.
 */
export const observeEverything = async (root: string) => {
  const doubles = await openDoubles();
  const { host, evm, solana, cosmos, cardano, mcp, devnet } = doubles;
  const { records, card } = await recordsOf(doubles);
  const agent = view({ uri: some(text(`${host.url}/card`)), hash: some(Buffer.from(sha256Hex(card), 'hex')) });
  const answers = registryAnswers(devnet, agent);
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
    CONCORDIUM_NETWORK: `genesis:${devnet.chain.genesisBlock}`,
  };
  const child = spawn(
    process.execPath,
    ['src/cli/datasets.ts', 'observe', '--root', root, '--pause', '0', '--allow-loopback'],
    { cwd: project, env: { ...process.env, ...settings } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  await Promise.all([
    ...[host, evm, solana, cosmos, cardano, mcp, devnet].map((one) => one.close()),
    concordium.close(),
  ]);
  return { output, leastCount: COUNT - 1 };
};
