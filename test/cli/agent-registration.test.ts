import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { toBase58Check } from '../../src/domain/chains/base58check.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import {
  none,
  openRegistryNode,
  OWNER,
  type RegistryAnswers,
  registryAnswers,
  some,
  success,
  text,
  view,
} from '../support/agent-registry.ts';
import { runHere } from '../support/command-here.ts';
import { type Finished, runToEnd } from '../support/server.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const project = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'registration-'));
const root = join(folder, 'project');
const cardFile = join(root, 'datasets/registered-card.json');
const PATH = '/.well-known/concordium-agent-card.json';

let devnet: Devnet;
let registry: Awaited<ReturnType<typeof openRegistryNode>>;
let answers: RegistryAnswers;
let site: Server;
let siteUrl: string;
let served: Buffer | undefined;

beforeAll(async () => {
  devnet = await openDevnet();
  registry = await openRegistryNode(() => answers);
  site = createServer((request, response) => {
    if (request.url === PATH && served) response.setHeader('content-type', 'application/json').end(served);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  cpSync(join(smallDatasets(), 'datasets'), join(root, 'datasets'), { recursive: true });
  cpSync(join(project, 'datasets/agent.yaml'), join(root, 'datasets/agent.yaml'));
  const chain = `ccd:${devnet.chain.genesisBlock.slice(0, 32)}`;
  const options = {
    name: 'Harbour agent',
    operator: 'Harbour Works',
    contact: 'agent@harbour.example',
    account: `${chain}:${toBase58Check(1, OWNER)}`,
    registry: '10082,0',
    token: '484',
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const done = await runHere('cli/agent.ts', ['init', '--root', root, '--yes', ...args]);
  expect(done.code, done.stderr).toBe(0);
});
afterAll(async () => {
  await registry.close();
  await devnet.close();
  site.close();
  rmSync(folder, { recursive: true });
});

const command = (args: readonly string[], settings: Record<string, string> = {}, run = runHere): Promise<Finished> =>
  run('cli/agent.ts', [...args, '--root', root], { SITE_URL: siteUrl, ...settings });
const freeze = (run = runHere) => command(['register-card', '--allow-loopback'], {}, run);
const check = (settings: Record<string, string> = {}, run = runHere) => {
  const node = { CONCORDIUM_GRPC_URL: `http://127.0.0.1:${registry.port}`, CONCORDIUM_NETWORK: `genesis:${devnet.chain.genesisBlock}` }; // prettier-ignore
  return command(['check', '--allow-loopback'], { ...node, ...settings }, run);
};
/** Each line of the report as what was compared, its result and the reason. */
const rows = ({ stdout }: Finished) =>
  Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/))
      .map(([what, result, reason]) => [what!, reason ? `${result}, ${reason.split(':')[0]}` : result!.trim()]),
  );
const onChain = (changes: Parameters<typeof view>[0] = {}) => {
  answers['InvokeInstance'] = () =>
    success(
      some(
        view({
          uri: some(text(siteUrl + PATH)),
          hash: some(Buffer.from(sha256Hex(readFileSync(cardFile)), 'hex')),
          ...changes,
        }),
      ),
    );
};

test('a card is frozen with its hash, and the command says what the transaction has to contain', async () => {
  const { code, stdout, stderr } = await freeze(runToEnd);
  expect(code, stderr).toBe(0);
  const bytes = readFileSync(cardFile);
  const hash = sha256Hex(bytes);
  expect(readFileSync(`${cardFile}.sha256`, 'utf8')).toBe(`${hash}  registered-card.json\n`);
  expect(stdout).toMatch(new RegExp(`metadata_hash +${hash}`));
  expect(stdout).toMatch(new RegExp(`agent_uri +${siteUrl}${PATH}`));
  expect(stdout).toMatch(/contract +<10082,0>/);
  expect(stdout).toMatch(/token_id +484/);
  expect(JSON.parse(bytes.toString())).toMatchObject({
    name: 'Harbour agent',
    concordium: { tokenAddress: 'Mf22soLh1NuZYFgBK8iSs', owner: toBase58Check(1, OWNER) },
  });
  expect((await freeze()).code, 'the same bytes again').toBe(0);
});

test('a frozen card is not replaced unless that is asked for, and no card names an address without https', async () => {
  const before = readFileSync(cardFile);
  const moved = await command(['register-card'], { SITE_URL: 'https://agent.example.org' });
  expect(moved).toMatchObject({ code: 1, stdout: '' });
  expect(moved.stderr).toContain('To replace it, add --replace');
  const local = await command(['register-card']);
  expect(local.stderr).toContain('Set SITE_URL to it, with https');
  expect(readFileSync(cardFile).equals(before)).toBe(true);
});

describe('the check', () => {
  beforeEach(() => {
    answers = registryAnswers(devnet);
    served = readFileSync(cardFile);
    onChain();
  });

  const allMatch = {
    'registration on the chain': 'match',
    'owner of the token': 'match',
    'address of the card in the registry': 'match',
    'frozen bytes, by the hash on the chain': 'match',
    'served card, byte for byte': 'match',
    'frozen card, by datasets/agent.yaml': 'match',
  };

  test('finds that chain, frozen bytes and served card agree', async () => {
    const done = await check({}, runToEnd);
    expect(rows(done)).toEqual(allMatch);
    expect(done.code).toBe(0);
  });

  test.each<[string, () => void, Partial<Record<keyof typeof allMatch, string>>]>([
    [
      'another hash',
      () => onChain({ hash: some(Buffer.alloc(32, 1)) }),
      { 'frozen bytes, by the hash on the chain': 'mismatch, other_hash' },
    ],
    [
      'another address',
      () => onChain({ uri: some(text('https://example.org/card.json')) }),
      { 'address of the card in the registry': 'mismatch, other_address' },
    ],
    ['a revoked registration', () => onChain({ status: 1 }), { 'registration on the chain': 'mismatch, revoked' }],
    [
      'another card at the address',
      () => (served = Buffer.from('{}')),
      { 'served card, byte for byte': 'mismatch, other_hash' },
    ],
  ])('names %s as a mismatch', async (_, arrange, expected) => {
    arrange();
    const done = await check();
    expect(rows(done)).toEqual({ ...allMatch, ...expected });
    expect(done.code).toBe(2);
  });

  test('leaves unread what could not be read', async () => {
    served = undefined;
    answers['InvokeInstance'] = () => ({ status: 'UNAVAILABLE', text: 'down' });
    const done = await check({}, runToEnd);
    expect(rows(done)).toEqual({
      'registration on the chain': 'unread, node_unavailable',
      'frozen bytes, by the hash on the chain': 'unread, node_unavailable',
      'served card, byte for byte': 'unread, http_status',
      'frozen card, by datasets/agent.yaml': 'match',
    });
    expect(done.code).toBe(3);
    expect(rows(await check({ CONCORDIUM_GRPC_URL: '' }))['registration on the chain']).toBe('unread, no_reader');
  });

  test('does not call a registration complete that has no card yet', async () => {
    onChain({ uri: none, hash: none });
    const done = await check();
    expect(rows(done)['frozen bytes, by the hash on the chain']).toBe('never_checked, nothing_to_compare');
    expect(done.code).toBe(3);
  });

  test('sees when the facts about the agent have changed since', async () => {
    const file = join(root, 'datasets/agent.yaml');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('version: 0.1.0', 'version: 0.2.0'));
    const done = await check({}, runToEnd);
    writeFileSync(file, before);
    expect(rows(done)['frozen card, by datasets/agent.yaml']).toBe('mismatch, other_hash');
    expect(done.code).toBe(2);
  });

  test('refuses frozen bytes that were changed', async () => {
    const before = readFileSync(cardFile);
    writeFileSync(cardFile, `${before.toString()} `);
    const done = await check({}, runToEnd);
    writeFileSync(cardFile, before);
    expect(done.code).toBe(1);
    expect(done.stderr).toContain('expected the bytes as they were frozen');
  });
});
