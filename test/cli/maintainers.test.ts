import { expect, test } from 'vitest';
import { runToEnd } from '../support/server.ts';

test.concurrent.each([
  [
    'bench',
    '../test/bench/run.ts',
    /the parts to run/,
    ['nothing'],
    /'nothing' .* Allowed choices are server, verify, /,
  ],
  ['soak', '../test/soak/run.ts', /--minutes <number>/, ['--no-such-option'], /unknown option '--no-such-option'/],
])('%s says how it is used, and in one line what it does not know', async (name, file, option, asked, refusal) => {
  const [help, refused] = await Promise.all([runToEnd(file, ['--help']), runToEnd(file, asked)]);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toMatch(new RegExp(`^Usage: ${name} `));
  expect(help.stdout).toMatch(option);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^error: .*\n$/);
  expect(refused.stderr).toMatch(refusal);
});
