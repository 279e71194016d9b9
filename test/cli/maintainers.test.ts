import { expect, test } from 'vitest';
import { runToEnd } from '../support/server.ts';

test('the benchmark says how it is used, and in one line what it does not know', async () => {
  const file = '../test/bench/run.ts';
  const [help, refused] = await Promise.all([runToEnd(file, ['--help']), runToEnd(file, ['nothing'])]);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toMatch(/^Usage: bench .*the parts to run/s);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^error: .*'nothing' .* Allowed choices are server, .*\n$/);
});
