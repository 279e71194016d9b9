import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { runHere } from '../support/command-here.ts';
import { observatoryFile } from '../support/observatory.ts';
import { card, observeCommand } from '../support/observe-command.ts';

const command = observeCommand();

test('a run keeps one file for each record and exits with 0 without a mismatch', async () => {
  command.writeRecord('good');
  command.writeRecord('gone');
  command.answers = { '/good': card, '/gone': 404 };
  const { code, stdout, stderr } = await command.observeAsProgram();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/gone: reachable: the answer does not have the status that is expected.*\. \(404\) http/);
  expect(stdout).toMatch(/^ {2}unreachable +1$/m);
  expect(command.files()).toEqual(['gone.json', 'good.json']);
  expect(command.kept('good').targets[0]!.latest.answer!.sha256).toBe(sha256Hex(card));
});

test('an endpoint that should ask for a payment and answers with 200 is not said to answer otherwise', async () => {
  const url = `${command.url}/free`;
  const source = observatoryFile({}).sources[0]!.url;
  const endpoints = [{ url, protocol: 'http' as const, status: 402, has: ['/accepts'], source }];
  command.writeRecord('one', {
    agent_card: undefined,
    verifiable: [{ check: 'endpoint_liveness', how: 'Ask it.', endpoints }],
  });
  command.answers = { '/free': '{}' };
  const { stdout, stderr } = await command.observe();
  expect(stderr).toBe('');
  expect(stdout).toMatch(/one: reachable: .*expected.* \(200\) http/);
  expect(stdout).not.toMatch(/other than 200/);
});

test('a mismatch is reported and gives exit code 2', async () => {
  command.writeRecord('one', {
    agent_card: { url: `${command.url}/one`, format: 'a2a-agent-card', hash: 'a'.repeat(64), hash_alg: 'sha-256' },
  });
  command.answers = { '/one': card };
  const { code, stdout } = await command.observeAsProgram();
  expect(code).toBe(2);
  expect(stdout).toMatch(/^Checks of 1 record:$/m);
  expect(stdout).toMatch(/^Not as expected:\n {2}one: hash: the bytes have a different hash\. http/);
});

test('this machine is not requested without the flag, and a missing SITE_URL is reported', async () => {
  command.writeRecord('one');
  command.answers = { '/one': card };
  const { code, stdout, stderr } = await command.run([]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/one: reachable: the host has an address that is not public/);
  expect(stderr).toMatch(/Set SITE_URL/);
  expect(command.asked).toEqual([]);
});

test('a card that could not be fetched and then has no signature is said to have none', async () => {
  command.writeRecord('one', { verifiable: [{ check: 'card_signature', how: 'Check the signature.' }] });
  command.answers = { '/one': card };
  const reasonOf = () => command.kept('one').results!.findLast(({ check }) => check === 'card_signature')?.reason;
  await command.run([]);
  expect(reasonOf()).toBe('not_fetched');
  await command.observe();
  expect(reasonOf()).toBe('not_signed');
});

test('a dry run requests nothing and writes nothing', async () => {
  command.writeRecord('one');
  const { code, stdout } = await command.observe('--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain(`one  agent_card  ${command.url}/one\n1 address or entry of 1 record would`);
  expect(command.asked).toEqual([]);
  expect(command.files()).toEqual([]);
});

test('a dry run names the checks that no run can answer, and why', async () => {
  command.writeRecord('one');
  command.writeRecord('two', {
    agent_card: undefined,
    verifiable: [{ check: 'index_agreement', how: 'Compare an entry.' }],
  });
  const { stdout } = await command.observe('--dry-run');
  expect(stdout).toContain('No run can answer these checks (2); people have to make them:\n');
  expect(stdout).toMatch(/\n {2}one {2}domain_proof {5}the record names no registration/);
  expect(stdout).toMatch(/\n {2}two {2}index_agreement {2}no source states where/);
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

test('recently observed records can be left out', async () => {
  command.writeRecord('one');
  command.answers = { '/one': card };
  await command.observe();
  command.writeRecord('two');
  command.answers['/two'] = card;
  await command.observe('--older-than', '1');
  expect(command.asked).toEqual(['/one', '/two']);
});

test('the last good observation is kept when a later look fails', async () => {
  command.writeRecord('one');
  command.answers = { '/one': card };
  await command.observe();
  command.answers = { '/one': 500 };
  const { code } = await command.observe();
  expect(code).toBe(0);
  const [target] = command.kept('one').targets;
  expect(target!.latest.http_status).toBe(500);
  expect(target!.last_good!.answer!.sha256).toBe(sha256Hex(card));
});

test('changed bytes are reported', async () => {
  command.writeRecord('one');
  command.answers = { '/one': card };
  await command.observe();
  command.answers = { '/one': `${card}\n` };
  const { stdout } = await command.observe();
  expect(stdout).toMatch(/^Bytes changed since the last good observation:\n {2}one: http/m);
});

test('broken observations are named and left unchanged', async () => {
  const texts = { one: 'not JSON', two: '{}', three: '{"schema":"service.observation.v1","record":"another"}' };
  mkdirSync(command.folder());
  for (const [id, text] of Object.entries(texts)) {
    command.writeRecord(id);
    writeFileSync(join(command.folder(), `${id}.json`), text);
  }
  const { code, stderr } = await command.observeAsProgram();
  expect(code).toBe(1);
  for (const [id, text] of Object.entries(texts)) {
    expect(stderr).toMatch(new RegExp(`observations/${id}\\.json:1: .*is not the observation that its name says`));
    expect(readFileSync(join(command.folder(), `${id}.json`), 'utf8')).toBe(text);
  }
  expect(command.asked).toEqual([]);
});

test('a file of observations that is gone or lacks published answers is named, and not the record', async () => {
  command.writeRecord('one');
  command.answers = { '/one': card };
  await command.observe();
  const datasets = (name: string) => runHere('cli/datasets.ts', [name, '--root', command.root]);
  expect((await datasets('publish')).code).toBe(0);
  const path = join(command.folder(), 'one.json');
  const { results, ...rest } = command.kept('one');
  rmSync(path);
  const problem = (what: string) =>
    new RegExp(
      `^datasets/observations/one\\.json:1: file: ${what}, but those of ${results![0]!.on} were published; .*\\n1 problem in 1 file`,
    );
  for (const { code, stderr } of [await datasets('check'), await command.observe()])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(problem('is gone with its answers')) });
  writeFileSync(path, JSON.stringify(rest));
  expect((await datasets('check')).stderr).toMatch(problem('lacks answers'));
  writeFileSync(path, '{');
  expect((await datasets('check')).stderr).toMatch(/^datasets\/observations\/one\.json:1: .*\n1 problem in 1 file/);
  writeFileSync(path, JSON.stringify({ ...rest, results }));
  expect(await datasets('check')).toMatchObject({ code: 0, stderr: '' });
});

test('withdrawn records are not observed', async () => {
  command.writeRecord('one', {
    withdrawn_on: '2026-12-31',
    withdrawn_reason: 'It asked to be left out.',
    compiled_on: '2026-12-31',
  });
  const { stdout } = await command.observe('--dry-run');
  expect(stdout).toMatch(/^0 addresses/);
});

test('files with problems are fixed first', async () => {
  writeFileSync(join(command.root, 'datasets/verified-agent-observatory/one.yaml'), 'null');
  const { code, stderr } = await command.observe();
  expect(code).toBe(1);
  expect(stderr).toMatch(/one\.yaml:1: file: holds no record/);
});

test('a key that is kept for a host is sent to it and shown nowhere', async () => {
  const endpoints = [
    { url: `${command.url}/v1`, protocol: 'http' as const, has: ['/ok'], source: observatoryFile({}).sources[0]!.url },
  ];
  command.writeRecord('one', {
    agent_card: undefined,
    verifiable: [{ check: 'endpoint_liveness', how: 'Ask it.', endpoints }],
  });
  command.answers = { '/v1': '{"ok":true}' };
  const path = join(command.root, 'headers');
  writeFileSync(path, `${command.url} authorization: Bearer a-secret\n`);
  chmodSync(path, 0o600);
  const run = () => command.run(['--allow-loopback'], { OBSERVE_HEADERS_FILE: path });
  const { code, stdout, stderr } = await run();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(command.fields['authorization']).toBe('Bearer a-secret');
  expect(command.kept('one').results).toMatchObject([{ check: 'endpoint_liveness', result: 'pass' }]);
  expect(`${stdout}${JSON.stringify(command.kept('one'))}`).not.toContain('a-secret');
  chmodSync(path, 0o644);
  const refused = await run();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^The file that OBSERVE_HEADERS_FILE names cannot be used: other users can read it/);
});
