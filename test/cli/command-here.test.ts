import { expect, test } from 'vitest';
import { runHere } from '../support/command-here.ts';
import { newStore, runToEnd } from '../support/server.ts';

test.each([
  ['ends with an exit code', 'cli/verify.ts', ['datasets/decision-receipts/demonstration-accepted.json'], 2],
  ['is refused', 'cli/inbox.ts', ['show', 'nothing'], 1],
  ['ends at an option that is none', 'cli/anchors.ts', ['list', '--lots'], 1],
  ['shows its help', 'cli/receipts.ts', ['--help'], 0],
])('a command that %s does in the process of the tests what it does as a program', async (_, file, args, code) => {
  const settings = { DATABASE_URL: await newStore() };
  const asProgram = await runToEnd(file, args, settings);
  expect(asProgram.code).toBe(code);
  expect(await runHere(file, args, settings)).toEqual(asProgram);
});
