import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { post } from '../support/call.ts';
import { runHere } from '../support/command-here.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { newFolder, newStore } from '../support/server.ts';

// eslint-disable-next-line no-control-regex -- what must not be printed
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/;

/** Moves the cursor, clears the screen, turns the direction of writing, begins a line. */
const hostile = '\u001b[2J\u009b2K\u202e\u2028\u0085\r';

const DATABASE_URL = await newStore();
const server = await serviceHere({ DATABASE_URL });
const sent = await post(`${server.url}/api/intake`, {
  from: `Ada\nStatus    answered${hostile}`,
  contact: `ada\n\nReceipt hash  ${'0'.repeat(64)}`,
  body: `Hello\nStatus        answered\n\n7 of 7 requests, newest first.${hostile}`,
});
const id = String(sent.json['id']);

const inbox = async (...args: string[]) => (await runHere('cli/inbox.ts', args, { DATABASE_URL })).stdout;

test('a request cannot forge a line of the inbox or control the terminal', async () => {
  const [listed, shown, exported] = [await inbox('list'), await inbox('show', id), await inbox('export')];
  for (const text of [listed, shown, exported]) expect(text).not.toMatch(controls);
  expect(listed.trimEnd().split('\n')).toHaveLength(3);
  expect(shown.match(/^Status .*$/gm)).toEqual([expect.stringMatching(/received$/)]);
  expect(shown.match(/^Receipt hash .*$/gm)).toHaveLength(1);
  expect(shown.match(/^\d of \d request/gm)).toBeNull();
  expect(JSON.parse(exported)).toMatchObject({ from: `Ada\nStatus    answered${hostile}` });
});

/** A file whose name and content are hostile. */
const hostileFile = async (): Promise<string> => {
  const file = join(await newFolder(), 'anchors.json');
  await writeFile(file, `${hostile}\nforged`);
  return file;
};

test.each([
  ['anchors', async () => ['import', await hostileFile()]],
  ['keys', async () => ['revoke', `${hostile}\nforged`, '--reason', 'superseded']],
] as const)('what is wrong with an input of %s is told without its control characters', async (command, args) => {
  const { code, stdout, stderr } = await runHere(`cli/${command}.ts`, await args(), { DATABASE_URL });
  expect(code).not.toBe(0);
  expect(stdout + stderr).not.toMatch(controls);
  expect(stdout + stderr).not.toMatch(/^forged/m);
});
