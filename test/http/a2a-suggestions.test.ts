import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import { a2aEndpoint } from '../../src/http/a2a/a2a-endpoint.ts';
import { messageOf } from '../support/a2a.ts';
import { newFolder } from '../support/server.ts';
import { storedIds } from '../support/stored-requests.ts';

const DATABASE_URL = `file:${join(await newFolder(), 'service.db')}`;
const logged: string[] = [];
/** A service whose build has lost the files that suggestions are made from. */
const app = await createApp(parseConfig({ DATABASE_URL }), {
  log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }),
  prebuilt: () => Promise.resolve(undefined),
});
afterAll(() => app.close());

test('a request that was stored is answered with its task, also where what it might be answered with cannot be read', async () => {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: messageOf([{ text: 'Which systems are there?' }]),
  };
  const { status, text } = await a2aEndpoint([]).answer({
    params: {},
    request: {
      method: 'POST',
      url: '/a2a',
      headers: new Headers({ 'Content-Type': 'application/json', 'A2A-Version': '1.0' }),
    },
    locals: { app, requestId: 'a-request', client: '127.0.0.1', body: Buffer.from(JSON.stringify(body)) },
  });
  const { result } = JSON.parse(text!) as {
    result?: { task: { id: string; status: { message: { parts: object[] } } } };
  };
  expect([status, result?.task.status.message.parts]).toEqual([
    200,
    [{ text: expect.stringContaining('stored') as string }],
  ]);
  expect(await storedIds(DATABASE_URL)).toEqual([result!.task.id]);
  expect(logged.join()).toContain('was not built');
});
