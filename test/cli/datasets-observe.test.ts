import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../support/command-here.ts';
import { observatoryFile } from '../support/observatory.ts';
import { card, observeCommand } from '../support/observe-command.ts';

const command = observeCommand();
const resultsOf = (id: string) => command.kept(id).results.map(({ result, reason }) => [result, reason]);

test('a run keeps one file for each record and exits with 0 without a failed check', async () => {
  command.writeRecord('good');
  command.writeRecord('gone');
  command.answers = { '/good': card, '/gone': 404 };
  const { code, stdout, stderr } = await command.observe();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^not_run {2}gone {2}card_served {2}the answer does not have the status that is expected.* http/m,
  );
  expect(stdout).toMatch(/^2 records: 1 pass, 0 fail, 1 not_run\.$/m);
  expect(command.files()).toEqual(['gone.json', 'good.json']);
  expect(resultsOf('good')).toEqual([['pass', undefined]]);
  expect(resultsOf('gone')).toEqual([['not_run', 'http_status']]);
});

test('a failed check is reported and gives exit code 2', async () => {
  command.writeRecord('one');
  command.answers = { '/one': '{}' };
  const { code, stdout } = await command.observe();
  expect(code).toBe(2);
  expect(stdout).toMatch(/^fail {2}one {2}card_served {2}members are missing .* http/);
});

test('this machine is not requested without the flag, and a missing SITE_URL is reported', async () => {
  command.writeRecord('one');
  command.answers = { '/one': card };
  const { code, stdout, stderr } = await command.run([]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/the host has an address that is not public/);
  expect(stderr).toMatch(/Set SITE_URL/);
  expect(command.asked).toEqual([]);
});

test('a dry run requests nothing, writes nothing, and names the checks that no run can answer', async () => {
  command.writeRecord('one');
  command.writeRecord('two', {
    agent_card: undefined,
    verifiable: [{ check: 'index_agreement', how: 'Compare an entry.' }],
  });
  const { code, stdout } = await command.observe('--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain(`one  card_served  ${command.url}/one\n1 question about 1 record would be asked.`);
  expect(stdout).toContain('No run can answer these checks (1); people have to make them:\n');
  expect(stdout).toMatch(/\n {2}two {2}index_agreement\n/);
  expect(command.asked).toEqual([]);
  expect(command.files()).toEqual([]);
  expect((await command.observe('--dry-run', '--only', 'one')).stdout).not.toContain('  two  ');
});

test('single records are chosen by id, and an unknown id is an error', async () => {
  command.writeRecord('one');
  command.writeRecord('two');
  command.answers = { '/one': card, '/two': card };
  expect((await command.observe('--only', 'two')).code).toBe(0);
  expect(command.files()).toEqual(['two.json']);
  const { code, stderr } = await command.observe('--only', 'three');
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'No record of the observatory has the id three.\n' });
});

test('a killed run loses none of its answers, and goes on with the records that have none', async () => {
  for (const id of ['a', 'b', 'c', 'd']) command.writeRecord(id);
  command.answers = { '/a': card, '/b': card };
  const child = command.start(['--allow-loopback', '--at-once', '1']);
  const ended = once(child, 'close');
  // The third record is never answered: the run hangs there and is killed.
  await expect.poll(() => command.asked, { timeout: 30_000 }).toContain('/c');
  child.kill('SIGKILL');
  await ended;
  expect(command.files()).toEqual(['a.json', 'b.json']);
  const before = readFileSync(join(command.folder(), 'a.json'), 'utf8');
  command.answers = { '/a': card, '/b': card, '/c': card, '/d': card };
  expect((await command.observe('--older-than', '1')).code).toBe(0);
  expect(command.asked).toEqual(['/a', '/b', '/c', '/c', '/d']);
  expect(readFileSync(join(command.folder(), 'a.json'), 'utf8')).toBe(before);
  expect(command.files()).toEqual(['a.json', 'b.json', 'c.json', 'd.json']);
});

test('broken observations are named and left unchanged, and the check refuses them', async () => {
  const texts = { one: 'not JSON', two: '{}', three: '{"schema":"service.observation.v1","record":"another"}' };
  mkdirSync(command.folder());
  for (const [id, text] of Object.entries(texts)) {
    command.writeRecord(id);
    writeFileSync(join(command.folder(), `${id}.json`), text);
    const { code, stderr } = await command.observe('--only', id);
    expect(code).toBe(1);
    expect(stderr).toContain(`datasets/observations/${id}.json`);
    expect(readFileSync(join(command.folder(), `${id}.json`), 'utf8')).toBe(text);
    rmSync(join(command.folder(), `${id}.json`));
  }
  expect(command.asked).toEqual([]);
});

test('a record with problems is reported and nothing is requested', async () => {
  command.writeRecord('one', { verifiable: [{ check: 'card_served', how: 'x', result: 'pass' }] });
  const { code, stderr } = await command.observe();
  expect(code).toBe(1);
  expect(stderr).toMatch(/verifiable\[0\]\.(by|on): missing/);
  expect(command.asked).toEqual([]);
});

test('a record is published with what a run found', async () => {
  command.writeRecord('one');
  command.answers = { '/one': card };
  await command.observe();
  expect((await runHere('cli/datasets.ts', ['check', '--root', command.root])).code).toBe(0);
  const source = observatoryFile({}).sources[0]!.url;
  const endpoints = [{ url: `${command.url}/free`, protocol: 'http' as const, status: 402, has: ['/accepts'], source }];
  command.writeRecord('two', {
    agent_card: undefined,
    verifiable: [{ check: 'endpoint_liveness', how: 'Ask.', endpoints }],
  });
  command.answers['/free'] = '{}';
  expect((await command.observe('--only', 'two')).stdout).toContain('0 pass, 0 fail, 1 not_run');
});

test('settings that name no node of an EVM chain are refused at once, without their addresses, and nothing is requested', async () => {
  command.writeRecord('one');
  const nodes = { OBSERVE_RPC_solana_5eykt: 'https://example.org', OBSERVE_RPC_eip155_1: 'ftp://secret.example.org/' };
  const { code, stderr } = await command.run(['--allow-loopback'], nodes);
  expect(code).toBe(1);
  expect(stderr).toContain(
    'OBSERVE_RPC_solana_5eykt names no chain that is read; accepted: OBSERVE_RPC_eip155_<number>',
  );
  expect(stderr).toContain('OBSERVE_RPC_eip155_1 is not an http address');
  expect(stderr).not.toContain('secret');
  expect(command.asked).toEqual([]);
});
