import { generateKeyPairSync, sign } from 'node:crypto';
import { inChecksumCase } from '../../src/domain/chains/address-rules.ts';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import type { ObservatoryFile } from '../../src/domain/datasets/observatory/record.ts';
import { canonicalText } from '../../src/domain/json/canonical-json.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { contract } from './agent-registry.ts';
import { CARDANO, POLICY } from './cardano-node.ts';
import { ALMANAC, COSMOS } from './cosmos-node.ts';
import { COUNT, TEXT_RECORD } from './evm-node.ts';
import { a2aCard, observatoryFile } from './observatory.ts';
import type { Doubles } from './observed-doubles.ts';
import { signedDirectory } from './signed-directory.ts';
import { SOLANA } from './solana-node.ts';

const owner = inChecksumCase(`0x${'c0ffee'.repeat(6)}abcd`);
const encode = (value: string) => Buffer.from(value).toString('base64url');

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

/** The methods of identity whose contracts are read by a function that a source names. */
const ofContracts = [
  'custom-registry-onchain',
  'olas-service-nft',
  'virtuals-acp',
  'world-id',
  'eas-attester',
] as const;

/** The methods of identity whose identifiers are resolved over HTTP, with the member that has the identifier. */
const resolved = [
  { method: 'did-other', value: 'did:web:agent.example', path: '/.well-known/did.json', member: 'id' },
  { method: 'hcs-14-uaid', value: 'uaid:aid:example;uid=1', path: '/resolve/example', member: 'uaid' },
] as const;

/** One record for each way in which a record can be looked at, and one for which there is none. */
export const recordsOf = async ({ documents, host: { url }, executable, evm, solana, mcp }: Doubles) => {
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
  for (const { path, member, value } of resolved) documents[path] = { body: JSON.stringify({ [member]: value }) };
  documents['/agents'] = {
    body: JSON.stringify({ items: [{ token_id: Number(agentId), owner_address: owner.toLowerCase() }] }),
  };
  const how = 'As the vocabulary says.';
  const source = observatoryFile({}).sources[0]!.url;
  const records: (Partial<ObservatoryFile> & { id: string })[] = [
    {
      id: 'on-evm',
      identity: [
        { method: 'erc-8004', chain_id: 'eip155:8453', registry, agent_ref: agentId },
        { method: 'caip-style-reference', value: `${registry}#${agentId}` },
      ],
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
          chain_id: `ccd:${networkOfSetting('testnet').genesisBlock.slice(0, 32)}`,
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
    ...ofContracts.map((method) => ({
      id: `by-${method}`,
      identity: [{ method, chain_id: 'eip155:8453', registry }],
      verifiable: [
        {
          check: 'contract_state',
          how,
          reads: [
            {
              contract: registry,
              function: 'ownerOf(uint256)(address)',
              arguments: [agentId],
              answer: owner,
              source,
            },
          ],
        },
      ],
    })),
    {
      id: 'by-ens',
      identity: [{ method: 'ens', value: 'agent.example.eth' }],
      verifiable: [
        {
          check: 'contract_state',
          how,
          reads: [
            {
              contract: `eip155:8453:${evm.resolver}`,
              function: 'text(bytes32,string)(string)',
              arguments: [`0x${'e5'.repeat(32)}`, `agent-registration[${evm.contract.toLowerCase()}][${agentId}]`],
              answer: TEXT_RECORD,
              source,
            },
          ],
        },
      ],
    },
    ...resolved.map(({ method, value, path, member }) => ({
      id: `by-${method}`,
      identity: [{ method, value }],
      verifiable: [
        {
          check: 'endpoint_liveness',
          how,
          endpoints: [{ url: `${url}${path}`, protocol: 'http' as const, has: [`/${member}`], source }],
        },
      ],
    })),
    {
      id: 'by-other-instance',
      identity: [{ method: 'erc-8004-other-instance', chain_id: 'eip155:8453', registry, agent_ref: agentId }],
      verifiable: [{ check: 'registry_owner', how }],
    },
    {
      id: 'by-jwks',
      identity: [{ method: 'jwks', value: `${url}/keys` }],
      keys: [{ use: 'cards', kid: 'key-1', url: `${url}/keys` }],
      verifiable: [{ check: 'key_directory', how }],
    },
    { id: 'with-domain', identity: [{ method: 'domain', value: 'example.org' }] },
    { id: 'with-name', identity: [{ method: 'mcp-registry-name', value: name }] },
  ];
  return { records, card };
};
