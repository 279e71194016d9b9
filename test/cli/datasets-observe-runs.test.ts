import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { card, observeCommand } from '../support/observe-command.ts';

const command = observeCommand();

test('a run waits for the pause between two requests to one host', async () => {
  command.writeRecord('one', { keys: [{ use: 'receipts', url: `${command.url}/keys` }] });
  command.answers = { '/one': card, '/keys': JSON.stringify({ keys: [{ kty: 'OKP' }] }) };
  const { code, stderr } = await command.observe('--pause', '300');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(command.kept('one').targets.map(({ target }) => target)).toEqual(['agent_card', 'key_set']);
});

test('a killed run resumes and loses none of its observations', async () => {
  for (const id of ['a', 'b', 'c', 'd']) command.writeRecord(id);
  command.answers = { '/a': card, '/b': card };
  const child = command.start(['--allow-loopback', '--at-once', '1']);
  const ended = once(child, 'close');
  // The third record is never answered: the run hangs there and is killed.
  await expect.poll(() => command.asked, { timeout: 30_000 }).toContain('/c');
  child.kill('SIGKILL');
  await ended;
  expect(command.files()).toEqual(['.run.json', 'a.json', 'b.json']);
  writeFileSync(join(command.folder(), '.c.json.2147483647.partial'), '{');
  const before = readFileSync(join(command.folder(), 'a.json'), 'utf8');

  command.answers = { '/a': card, '/b': card, '/c': card, '/d': card };
  const { code, stderr } = await command.observe('--at-once', '1');
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Resuming the run of .*: 2 records are already done\.$/m);
  expect(command.asked).toEqual(['/a', '/b', '/c', '/c', '/d']);
  expect(readFileSync(join(command.folder(), 'a.json'), 'utf8')).toBe(before);
  expect(command.files()).toEqual(['a.json', 'b.json', 'c.json', 'd.json']);
});

test('two runs at a time are refused', async () => {
  command.writeRecord('one');
  const child = command.start(['--allow-loopback']);
  const ended = once(child, 'close');
  await expect.poll(() => command.asked, { timeout: 30_000 }).toContain('/one');
  const { code, stderr } = await command.observe();
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`still seems to be running as process ${child.pid}\\.`));
  child.kill('SIGKILL');
  await ended;
});

test('a stopped run can be started over', async () => {
  for (const id of ['a', 'b']) command.writeRecord(id);
  command.answers = { '/a': card, '/b': card };
  await command.observe();
  writeFileSync(
    join(command.folder(), '.run.json'),
    JSON.stringify({ started_at: '2020-01-01T00:00:00Z', pid: 999_999_999, selection: '' }),
  );
  expect((await command.observe('--restart', '--dry-run')).stdout).toContain('2 addresses and entries of 2 records');
  expect(command.files()).toContain('.run.json');
  const { stderr } = await command.observe('--restart');
  expect(stderr).toBe('');
  expect(command.asked.filter((path) => path === '/a')).toHaveLength(2);
});

test('a machine without a network reports no host as unreachable', async () => {
  for (const id of ['a', 'b', 'c']) {
    command.writeRecord(id, {
      agent_card: { url: `https://${id}.no-such-host.invalid/card`, format: 'a2a-agent-card' },
    });
  }
  const { code, stderr } = await command.observe();
  expect(code).toBe(1);
  expect(stderr).toMatch(/No host could be reached\. Nothing was kept/);
  expect(command.files()).toEqual(['.run.json']);
});
