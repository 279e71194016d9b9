import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { ObservatoryFile } from '../../src/domain/datasets/observatory/record.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { Observation } from '../../src/domain/observation/observation.ts';
import { a2aCard, observatoryFile } from '../support/observatory.ts';
import { type OddServer, openOddServer } from '../support/odd-server.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const project = join(import.meta.dirname, '../..');
const card = JSON.stringify(a2aCard);
let root: string;
let server: OddServer;
/** Answers by path; a path without one is never answered. */
let answers: Record<string, string | number>;

beforeEach(async () => {
  root = smallDatasets();
  rmSync(join(root, 'datasets/verified-agent-observatory/example-agent.yaml'));
  answers = {};
  server = await openOddServer((request, answer) => {
    const found = answers[request.url!];
    if (typeof found === 'number') answer.writeHead(found).end();
    else if (found !== undefined) answer.setHeader('content-type', 'application/json').end(found);
  });
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

const writeRecord = (id: string, members: Partial<ObservatoryFile> = {}) => {
  const { related_systems: _, ...record } = observatoryFile({
    id,
    agent_card: { url: `${server.url}/${id}`, format: 'a2a-agent-card' },
    ...members,
  });
  writeFileSync(join(root, 'datasets/verified-agent-observatory', `${id}.yaml`), stringify(record));
};

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, ['src/cli/datasets.ts', 'observe', '--root', root, '--pause', '0', ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const finish = async (child: ChildProcess) => {
  let stdout = '';
  let stderr = '';
  child.stdout!.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
};
const observe = (...args: string[]) => finish(start('--allow-loopback', ...args));

const folder = () => join(root, 'datasets/observations');
const kept = (id: string) => Observation.parse(JSON.parse(readFileSync(join(folder(), `${id}.json`), 'utf8')));
const files = () => (existsSync(folder()) ? readdirSync(folder()).toSorted() : []);

test('a run keeps one file for each record and exits with 0 without a mismatch', async () => {
  writeRecord('good');
  writeRecord('gone');
  answers = { '/good': card, '/gone': 404 };
  const { code, stdout, stderr } = await observe();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/gone: reachable: the answer has a status other than 200\. \(404\) http/);
  expect(stdout).toMatch(/^ {2}unreachable +1$/m);
  expect(files()).toEqual(['gone.json', 'good.json']);
  expect(kept('good').targets[0]!.latest.answer!.sha256).toBe(sha256Hex(card));
});

test('a run waits for the pause between two requests to one host', async () => {
  writeRecord('one', { keys: [{ use: 'receipts', url: `${server.url}/keys` }] });
  answers = { '/one': card, '/keys': JSON.stringify({ keys: [{ kty: 'OKP' }] }) };
  const { code, stderr } = await observe('--pause', '300');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(kept('one').targets.map(({ target }) => target)).toEqual(['agent_card', 'key_set']);
});

test('a mismatch is reported and gives exit code 2', async () => {
  writeRecord('one', {
    agent_card: { url: `${server.url}/one`, format: 'a2a-agent-card', hash: 'a'.repeat(64), hash_alg: 'sha-256' },
  });
  answers = { '/one': card };
  const { code, stdout } = await observe();
  expect(code).toBe(2);
  expect(stdout).toMatch(/^Not as expected:\n {2}one: hash: the bytes have a different hash\. http/);
});

test('this machine is not requested without the flag, and a missing SITE_URL is reported', async () => {
  writeRecord('one');
  answers = { '/one': card };
  const { code, stdout, stderr } = await finish(start());
  expect(code).toBe(0);
  expect(stdout).toMatch(/one: reachable: the host has an address that is not public/);
  expect(stderr).toMatch(/Set SITE_URL/);
  expect(server.asked).toEqual([]);
});

test('a dry run requests nothing and writes nothing', async () => {
  writeRecord('one');
  const { code, stdout } = await observe('--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain(`one  agent_card  ${server.url}/one\n1 addresses and entries of 1 records`);
  expect(server.asked).toEqual([]);
  expect(files()).toEqual([]);
});

test('a dry run names the records that nothing can be looked at of, and why', async () => {
  writeRecord('one');
  writeRecord('two', { agent_card: undefined, verifiable: [{ check: 'index_agreement', how: 'Compare an entry.' }] });
  const { stdout } = await observe('--dry-run');
  expect(stdout).toContain('1 of 2 records name nothing that can be looked at:\n  two  index_agreement  each index ');
  expect((await observe('--dry-run', '--only', 'one')).stdout).not.toContain('nothing that can be looked at');
});

test('single records are chosen by id, and an unknown id is an error', async () => {
  writeRecord('one');
  writeRecord('two');
  answers = { '/one': card, '/two': card };
  expect((await observe('--only', 'two')).code).toBe(0);
  expect(files()).toEqual(['two.json']);
  const { code, stderr } = await observe('--only', 'three');
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'No record of the observatory has the id three.\n' });
});

test('recently observed records can be left out', async () => {
  writeRecord('one');
  answers = { '/one': card };
  await observe();
  writeRecord('two');
  answers['/two'] = card;
  await observe('--older-than', '1');
  expect(server.asked).toEqual(['/one', '/two']);
});

test('a killed run resumes and loses none of its observations', async () => {
  for (const id of ['a', 'b', 'c', 'd']) writeRecord(id);
  answers = { '/a': card, '/b': card };
  const child = start('--allow-loopback', '--at-once', '1');
  const ended = once(child, 'close');
  // The third record is never answered: the run hangs there and is killed.
  while (!server.asked.includes('/c')) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
  await ended;
  expect(files()).toEqual(['.run.json', 'a.json', 'b.json']);
  const before = readFileSync(join(folder(), 'a.json'), 'utf8');

  answers = { '/a': card, '/b': card, '/c': card, '/d': card };
  const { code, stderr } = await observe('--at-once', '1');
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Resuming the run of .*: 2 records are already done\.$/m);
  expect(server.asked).toEqual(['/a', '/b', '/c', '/c', '/d']);
  expect(readFileSync(join(folder(), 'a.json'), 'utf8')).toBe(before);
  expect(files()).toEqual(['a.json', 'b.json', 'c.json', 'd.json']);
});

test('two runs at a time are refused', async () => {
  writeRecord('one');
  const child = start('--allow-loopback');
  const ended = once(child, 'close');
  while (!server.asked.includes('/one')) await new Promise((resolve) => setImmediate(resolve));
  const { code, stderr } = await observe();
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`still seems to be running as process ${child.pid}\\.`));
  child.kill('SIGKILL');
  await ended;
});

test('a stopped run can be started over', async () => {
  for (const id of ['a', 'b']) writeRecord(id);
  answers = { '/a': card, '/b': card };
  await observe();
  writeFileSync(
    join(folder(), '.run.json'),
    JSON.stringify({ started_at: '2020-01-01T00:00:00Z', pid: 999_999_999, selection: '' }),
  );
  const { stderr } = await observe('--restart');
  expect(stderr).toBe('');
  expect(server.asked.filter((path) => path === '/a')).toHaveLength(2);
});

test('the last good observation is kept when a later look fails', async () => {
  writeRecord('one');
  answers = { '/one': card };
  await observe();
  answers = { '/one': 500 };
  const { code } = await observe();
  expect(code).toBe(0);
  const [target] = kept('one').targets;
  expect(target!.latest.http_status).toBe(500);
  expect(target!.last_good!.answer!.sha256).toBe(sha256Hex(card));
});

test('changed bytes are reported', async () => {
  writeRecord('one');
  answers = { '/one': card };
  await observe();
  answers = { '/one': `${card}\n` };
  const { stdout } = await observe();
  expect(stdout).toMatch(/^Bytes changed since the last good observation:\n {2}one: http/m);
});

test.each(['not JSON', '{}', '{"schema":"service.observation.v1","record":"another"}'])(
  'a broken observation is named and left unchanged: %s',
  async (text) => {
    writeRecord('one');
    answers = { '/one': card };
    await observe();
    writeFileSync(join(folder(), 'one.json'), text);
    const { code, stderr } = await observe();
    expect(code).toBe(1);
    expect(stderr).toMatch(/observations\/one\.json:1: .*is not the observation that its name says/);
    expect(readFileSync(join(folder(), 'one.json'), 'utf8')).toBe(text);
  },
);

test('a machine without a network reports no host as unreachable', async () => {
  for (const id of ['a', 'b', 'c']) {
    writeRecord(id, { agent_card: { url: `https://${id}.no-such-host.invalid/card`, format: 'a2a-agent-card' } });
  }
  const { code, stderr } = await observe();
  expect(code).toBe(1);
  expect(stderr).toMatch(/No host could be reached\. Nothing was kept/);
  expect(files()).toEqual(['.run.json']);
});

test('withdrawn records are not observed', async () => {
  writeRecord('one', {
    withdrawn_on: '2026-12-31',
    withdrawn_reason: 'It asked to be left out.',
    compiled_on: '2026-12-31',
  });
  const { stdout } = await observe('--dry-run');
  expect(stdout).toMatch(/^0 addresses/);
});

test('files with problems are fixed first', () => {
  writeFileSync(join(root, 'datasets/verified-agent-observatory/one.yaml'), 'null');
  const { status, stderr } = spawnSync(process.execPath, ['src/cli/datasets.ts', 'observe', '--root', root], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/one\.yaml:1: file: holds no record/);
});
