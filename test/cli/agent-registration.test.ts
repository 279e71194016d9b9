import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { runHere } from '../support/command-here.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const project = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'registration-'));
const root = join(folder, 'project');
const cardFile = join(root, 'datasets/registered-card.json');
const OWNER = '3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G';

const facts = ['--name', 'Harbour agent', '--operator', 'Harbour Works', '--contact', 'agent@harbour.example'];
const registered = [
  '--account',
  `ccd:4221332d34e1694168c2a0c0b3fd0f27:${OWNER}`,
  '--registry',
  '10082,0',
  '--token',
  '484',
];
const agent = (args: readonly string[], SITE_URL = 'https://harbour.example') =>
  runHere('cli/agent.ts', [...args, '--root', root], { SITE_URL });

beforeAll(() => {
  cpSync(join(smallDatasets(), 'datasets'), join(root, 'datasets'), { recursive: true });
  cpSync(join(project, 'datasets/agent.yaml'), join(root, 'datasets/agent.yaml'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('without a registration or a public address, no card is frozen', async () => {
  expect((await agent(['register-card'])).stderr).toContain('claims no registration on Concordium');
  expect((await agent(['init', ...facts, ...registered])).code).toBe(0);
  expect((await agent(['register-card'], 'http://localhost:4321')).stderr).toContain('Set SITE_URL to it, with https.');
});

test('the card is frozen with its own address, and what the transaction needs is said', async () => {
  const { code, stdout, stderr } = await agent(['register-card']);
  expect(code, stderr).toBe(0);
  const bytes = readFileSync(cardFile);
  expect(JSON.parse(bytes.toString())).toMatchObject({
    url: 'https://harbour.example/.well-known/concordium-agent-card.json',
    concordium: { owner: OWNER, contracts: { cis8004: '10082,0' } },
  });
  for (const fact of [sha256Hex(bytes), '<10082,0>', OWNER, '484']) expect(stdout).toContain(fact);
});

test('another card takes its place only when that is asked for', async () => {
  const earlier = readFileSync(cardFile, 'utf8');
  expect((await agent(['init', ...facts, ...registered, '--replace', '--description', 'Berths ships.'])).code).toBe(0);
  expect((await agent(['register-card'])).stderr).toContain(`is frozen with the SHA-256 ${sha256Hex(earlier)}`);
  expect(readFileSync(cardFile, 'utf8')).toBe(earlier);
  expect((await agent(['register-card', '--replace'])).code).toBe(0);
  expect(readFileSync(cardFile, 'utf8')).toContain('Berths ships.');
});
