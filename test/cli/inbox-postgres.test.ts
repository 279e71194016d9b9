import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../support/call.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { newFolder, runToEnd, startServer } from '../support/server.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

test('a deletion on PostgreSQL says where the text remains, and until when', async () => {
  const settings = {
    DATABASE_URL: await postgres.newDatabase(),
    SERVICE_KEY_FILE: `${await newFolder()}/service-key.json`,
  };
  const server = await startServer(settings);
  const { json } = await post(`${server.url}/api/intake`, { body: 'To be deleted' });
  await server.stop();
  const { code, stdout } = await runToEnd('cli/inbox.ts', ['delete', String(json['id']), '--yes'], settings);
  expect(code).toBe(0);
  expect(stdout).toContain('1 request(s) deleted.');
  for (const word of ['VACUUM FULL intake', 'write-ahead log', 'backups']) expect(stdout).toContain(word);
});
