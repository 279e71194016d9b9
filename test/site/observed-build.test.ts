import { spawn } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { openDevnet } from '../../src/devnet/devnet.ts';
import { openGrpcServer } from '../../src/devnet/grpc-server.ts';
import { inChecksumCase } from '../../src/domain/chains/eip55.ts';
import type { ObservatoryFile, ObservatoryRecord } from '../../src/domain/datasets/observatory/record.ts';
import { canonicalText } from '../../src/domain/json/canonical-json.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { listTargets } from '../../src/domain/observation/observation-targets.ts';
import { contract, registryAnswers, some, text, view } from '../support/agent-registry.ts';
import { COUNT, FINALIZED, openEvmNode } from '../support/evm-node.ts';
import { a2aCard, observatoryFile } from '../support/observatory.ts';
import { openOddServer } from '../support/odd-server.ts';
import { csvRows } from '../support/rows.ts';
import { buildProject, copySmallProject } from '../support/scratch-project.ts';
import { signedDirectory } from '../support/signed-directory.ts';
import { openSolanaNode, SOLANA } from '../support/solana-node.ts';

const project = join(import.meta.dirname, '../..');
const owner = inChecksumCase(`0x${'c0ffee'.repeat(6)}abcd`);
const encode = (value: string) => Buffer.from(value).toString('base64url');
const closing: (() => Promise<void>)[] = [];
const documents: Record<string, { body: string; headers?: Record<string, string> }> = {};
let built: (path: string) => string;
let output: string;
afterAll(() => Promise.all(closing.map((close) => close())));

/** An A2A card that its own key set confirms. */
const signedCard = (url: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const head = encode(JSON.stringify({ alg: 'EdDSA', kid: 'key-1', typ: 'JOSE', jku: `${url}/keys` }));
  const signature = sign(null, Buffer.from(`${head}.${encode(canonicalText(a2aCard))}`), privateKey);
  documents['/keys'] = { body: JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1' }] }) };
  return JSON.stringify({ ...a2aCard, signatures: [{ protected: head, signature: signature.toString('base64url') }] });
};

beforeAll(async () => {
  const root = await copySmallProject();
  const host = await openOddServer((request, answer) => {
    const found = documents[request.url!];
    if (found === undefined) return answer.writeHead(404).end();
    return answer.writeHead(200, { 'content-type': 'application/json', ...found.headers }).end(found.body);
  });
  const evm = await openEvmNode(8453);
  const executable = Buffer.from('what a program does');
  const solana = await openSolanaNode(executable);
  const devnet = await openDevnet();
  const { url } = host;

  const card = signedCard(url);
  documents['/card'] = { body: card };
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
  const agent = view({ uri: some(text(`${url}/card`)), hash: some(Buffer.from(sha256Hex(card), 'hex')) });
  const answers = registryAnswers(devnet, agent);
  const concordium = await openGrpcServer(0, (path, request) =>
    answers[path.slice(path.lastIndexOf('/') + 1)]!(request),
  );
  closing.push(
    host.close,
    evm.close,
    solana.close,
    () => devnet.close(),
    () => concordium.close(),
  );

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
    { id: 'with-domain', identity: [{ method: 'domain', value: 'example.org' }] },
    { id: 'with-name', identity: [{ method: 'mcp-registry-name', value: name }] },
  ];
  for (const members of records) {
    const { related_systems: _, ...record } = observatoryFile({
      verifiable: [{ check: 'endpoint_liveness', how }],
      ...members,
    });
    writeFileSync(join(root, 'datasets/verified-agent-observatory', `${members.id}.yaml`), stringify(record));
  }
  const child = spawn(
    process.execPath,
    ['src/cli/datasets.ts', 'observe', '--root', root, '--pause', '0', '--allow-loopback'],
    {
      cwd: project,
      env: {
        ...process.env,
        OBSERVE_RPC_eip155_8453: evm.url,
        [`OBSERVE_RPC_${SOLANA.replace(':', '_')}`]: solana.url,
        OBSERVE_MCP_REGISTRY: url,
        CONCORDIUM_GRPC_URL: `http://127.0.0.1:${concordium.port}`,
        CONCORDIUM_NETWORK: `genesis:${devnet.chain.genesisBlock}`,
      },
    },
  );
  output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  const folder = buildProject(root, { SITE_URL: 'https://agent.example.net' });
  built = (path) => readFileSync(join(folder, path), 'utf8');
});

test('the page of the dataset says how many of the records can be looked at, and names the others', () => {
  const { entries } = JSON.parse(built('static/verified-agent-observatory.json')) as { entries: ObservatoryRecord[] };
  const [others, seen] = [0, 1].map((least) =>
    entries.filter((entry) => Math.min(listTargets(entry).length, 1) === least),
  );
  const page = built('verified-agent-observatory.html').replaceAll(/\s+/g, ' ');
  const section = page.slice(page.indexOf('<section id="reach"'));
  expect(section).toContain(`It can look at ${seen!.length} of the ${entries.length} records`);
  expect(others!.map(({ id }) => section.includes(`/verified-agent-observatory/${id}"`))).toEqual([true]);
});

test('the page of a record says what a contract should answer, and who says so', () => {
  const textOf = (id: string) =>
    built(`verified-agent-observatory/${id}.html`)
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ');
  expect(textOf('with-contract')).toContain(`nextPactId() on Base returns at least ${COUNT - 1} (source)`);
  expect(textOf('on-solana')).toMatch(/code on \S+ has the SHA-256 [0-9a-f]{64} \(source\)/);
});

/** What each record must have passed, and the level that follows. */
const expected = [
  [
    'on-evm',
    'onchain_checked',
    ['registry_owner', 'token_uri_equals_card', 'agent_wallet_consent', 'card_served', 'domain_proof'],
  ],
  [
    'on-concordium',
    'onchain_checked',
    ['registry_owner', 'registry_status', 'token_uri_equals_card', 'card_hash_onchain', 'card_signature'],
  ],
  ['with-card', 'maintainer_checked', ['card_served', 'card_signature']],
  ['with-directory', 'maintainer_checked', ['key_directory']],
  ['with-contract', 'onchain_checked', ['contract_state']],
  ['on-solana', 'onchain_checked', ['contract_state']],
  ['with-name', 'maintainer_checked', ['mcp_registry_name']],
] as const;

describe.each(expected)('after a run of observe against real protocols, %s', (id, level, checks) => {
  const entry = () =>
    (JSON.parse(built(`data/verified-agent-observatory/records/${id}.json`)) as { record: ObservatoryRecord }).record;

  test('has passed its checks in the JSON, with the day, and the block where a chain was read', () => {
    const { verifiable, verification_level } = entry();
    const passed = verifiable.filter(({ result }) => result === 'pass');
    expect(
      passed.map(({ check }) => check),
      output,
    ).toEqual(expect.arrayContaining([...checks]));
    expect(verification_level).toBe(level);
    for (const { on, by } of passed)
      expect({ on, by }).toEqual({
        on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        by: 'the command observe of this dataset',
      });
    const owner = passed.find(({ check }) => check === 'registry_owner');
    if (id === 'on-evm')
      expect(owner).toMatchObject({ network: 'eip155:8453', block: String(Number(FINALIZED.number)) });
    if (id === 'on-concordium') expect(owner?.block).toMatch(/^[0-9a-f]{64}$/);
  });

  test('shows it on its page, in the CSV and in the feed', () => {
    const { verification_basis, changes } = entry();
    const basis = verification_basis!;
    const page = built(`verified-agent-observatory/${id}.html`).replaceAll(/\s+/g, ' ');
    expect(page).toContain('>Passed<');
    expect(page).toContain(`Counts until ${basis.counts_until}`);
    const [heads, ...rows] = csvRows(built('data/verified-agent-observatory.csv'));
    const row = rows.find(([first]) => first === id)!;
    expect(row[heads!.indexOf('verification_level')]).toBe(level);
    expect(row[heads!.indexOf('verification_basis.check')]).toBe(basis.check);
    const { items } = JSON.parse(built('data/verified-agent-observatory/feed.json')) as {
      items: { content_text?: string; summary?: string }[];
    };
    expect(JSON.stringify(items)).toContain(JSON.stringify(changes.at(-1)!.note).slice(1, -1));
    expect(changes.at(-1)!.note).toMatch(/^Checks run: .* passed/);
  });
});
