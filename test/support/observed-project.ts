import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { stringify } from 'yaml';
import { openDevnet } from '../../src/devnet/devnet.ts';
import { openGrpcServer } from '../../src/devnet/grpc-server.ts';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import type { ObservatoryFile } from '../../src/domain/datasets/observatory/record.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { contract, registryAnswers, some, text, view } from './agent-registry.ts';
import { COUNT, COUNTER, type EvmDouble, openEvmNode, REGISTRY } from './evm-node.ts';
import { openMcpDouble } from './mcp-double.ts';
import { a2aCard, observatoryFile } from './observatory.ts';
import { openOddServer } from './odd-server.ts';
import { signedDirectory } from './signed-directory.ts';

const project = join(import.meta.dirname, '../..');
const owner = `0x${'c0ffee'.repeat(6)}abcd`;
const name = 'io.github.example/server';
const source = observatoryFile({}).sources[0]!.url;
const genesis = networkOfSetting('testnet').genesisBlock;
const card = JSON.stringify(a2aCard);

type Documents = Record<string, { body: string; headers?: Record<string, string> }>;
type Members = Partial<ObservatoryFile> & { readonly id: string };

/** What the host gives, by path. */
const documentsOf = async (url: string, registrations: object[], agentId: string): Promise<Documents> => {
  const directory = `/.well-known/http-message-signatures-directory`;
  const json = (value: object) => ({ body: JSON.stringify(value) });
  return {
    '/card': { body: card },
    '/registration.json': json({
      type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
      name: 'An agent',
      description: 'For tests.',
      services: [{ name: 'A2A', endpoint: `${url}/card` }],
      registrations,
    }),
    '/.well-known/agent-registration.json': json({ registrations }),
    [directory]: await signedDirectory(`${url}${directory}`, new Date()),
    '/keys': json({ keys: [{ kty: 'OKP', kid: 'key-1' }] }),
    [`/v0.1/servers/${encodeURIComponent(name)}/versions/latest`]: json({ server: { name, version: '1.0.0' } }),
    '/agents': json({ items: [{ token_id: Number(agentId), owner_address: owner }] }),
  };
};

const asking = (...checks: string[]) => checks.map((check) => ({ check, how: 'As the vocabulary says.' }));

/** A record for each way in which a run looks at something, and one for which there is none. */
const recordsOf = (url: string, evm: EvmDouble, agentId: string, mcpUrl: string): Members[] => {
  const registry = `${evm.chain}:${REGISTRY}`;
  const entry = { method: 'erc-8004' as const, chain_id: evm.chain, registry, agent_ref: agentId };
  const [contractState, endpoint, index] = asking('contract_state', 'endpoint_liveness', 'index_agreement');
  const tx = evm.transact();
  return [
    {
      id: 'on-evm',
      identity: [entry],
      agent_card: { url: `${url}/registration.json`, format: 'erc-8004-registration' },
      verifiable: asking(
        'registry_owner',
        'token_uri_equals_card',
        'agent_wallet_consent',
        'card_served',
        'domain_proof',
        'endpoint_liveness',
      ),
    },
    {
      id: 'on-concordium',
      identity: [{ method: 'cis-8004', chain_id: `ccd:${genesis.slice(0, 32)}`, contract, agent_ref: '484' }],
      agent_card: { url: `${url}/card`, format: 'a2a-agent-card' },
      verifiable: asking('registry_owner', 'registry_status', 'token_uri_equals_card', 'card_hash_onchain'),
    },
    {
      id: 'with-receipt',
      receipts: { offered: true, examples: [{ what: 'A payment.', network: evm.chain, tx }] },
      verifiable: asking('transaction_exists', 'receipt_verifies'),
    },
    {
      id: 'with-directory',
      identity: [
        { method: 'web-bot-auth-key-directory', value: `${url}/.well-known/http-message-signatures-directory` },
      ],
      verifiable: asking('key_directory'),
    },
    {
      id: 'with-keys',
      identity: [{ method: 'jwks', value: `${url}/keys` }],
      keys: [{ use: 'cards', kid: 'key-1', url: `${url}/keys` }],
      verifiable: asking('key_directory'),
    },
    {
      id: 'with-contract',
      identity: [{ method: 'contract', chain_id: evm.chain, account: `${evm.chain}:${COUNTER}` }],
      verifiable: [
        {
          ...contractState!,
          reads: [
            {
              contract: `${evm.chain}:${COUNTER}`,
              function: 'nextPactId()(uint256)',
              at_least: String(COUNT - 1),
              source,
            },
          ],
        },
      ],
    },
    {
      id: 'with-index',
      verifiable: [
        {
          ...index!,
          entries: [
            { url: `${url}/agents`, registry, agent: '/items/0/token_id', owner: '/items/0/owner_address', source },
          ],
        },
      ],
    },
    {
      id: 'with-endpoint',
      verifiable: [{ ...endpoint!, endpoints: [{ url: `${mcpUrl}/mcp`, protocol: 'mcp', source }] }],
    },
    {
      id: 'with-name',
      identity: [{ method: 'mcp-registry-name', value: name }],
      verifiable: asking('mcp_registry_name'),
    },
    { id: 'with-domain', identity: [{ method: 'domain', value: 'example.org' }], verifiable: asking('domain_proof') },
  ];
};

/**
 * Writes the records into a project, runs `observe` on it once against doubles of every protocol that it speaks, and ends them.
 * @returns what the command wrote.
 */
export const observeEverything = async (root: string): Promise<{ readonly output: string }> => {
  let documents: Documents = {};
  const host = await openOddServer((request, answer) => {
    const found = documents[request.url!];
    if (found === undefined) return answer.writeHead(404).end();
    return answer.writeHead(200, { 'content-type': 'application/json', ...found.headers }).end(found.body);
  });
  const [evm, mcp, devnet] = [await openEvmNode(8453), await openMcpDouble(), await openDevnet()];
  const agentId = evm.register(owner, `${host.url}/registration.json`);
  const registrations = [{ agentId: Number(agentId), agentRegistry: `${evm.chain}:${REGISTRY}` }];
  documents = await documentsOf(host.url, registrations, agentId);
  const agent = view({ uri: some(text(`${host.url}/card`)), hash: some(Buffer.from(sha256Hex(card), 'hex')) });
  // Records name known chains alone, so this node says that it is one of the test network.
  const answers = registryAnswers({ chain: { ...devnet.chain, genesisBlock: genesis } }, agent);
  const concordium = await openGrpcServer(0, answers);
  for (const members of recordsOf(host.url, evm, agentId, mcp.url)) {
    const { related_systems: _, ...record } = observatoryFile(members);
    writeFileSync(join(root, 'datasets/verified-agent-observatory', `${members.id}.yaml`), stringify(record));
  }
  const settings = {
    OBSERVE_RPC_eip155_8453: evm.url,
    OBSERVE_MCP_REGISTRY: host.url,
    CONCORDIUM_GRPC_URL: `http://127.0.0.1:${concordium.port}`,
    CONCORDIUM_NETWORK: 'testnet',
  };
  const child = spawn(
    process.execPath,
    ['src/cli/datasets.ts', 'observe', '--root', root, '--pause', '0', '--allow-loopback'],
    { cwd: project, env: { ...process.env, ...settings } },
  );
  const texts = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  await Promise.all([host, evm, mcp, devnet, concordium].map((one) => one.close()));
  return { output: texts.join('') };
};
