import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { call, post } from '../support/call.ts';
import { runHere } from '../support/command-here.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { newStore, runToEnd } from '../support/server.ts';
import { fileOf, query } from '../support/stored-requests.ts';

let store: string;
let server: HostedService;
let first: string;
let second: string;

beforeAll(async () => {
  store = await newStore();
  server = await hostService({ DATABASE_URL: store });
  const send = async (body: object) => String((await post(`${server.url}/api/intake`, body)).json['id']);
  first = await send({ kind: 'bug', from: 'Ada', contact: 'ada@example.org', body: 'The map is wrong\nin two places' });
  second = await send({ kind: 'question', body: '=HYPERLINK("https://example.org")\u001b[2J' });
});
afterAll(() => server.end());

const program = (...args: string[]) => runToEnd('cli/inbox.ts', args, { DATABASE_URL: store });
const inbox = (...args: string[]) => runHere('cli/inbox.ts', args, { DATABASE_URL: store });

describe('the inbox, while the service runs', () => {
  test('lists requests, newest first, and how many there are', async () => {
    const { code, stdout } = await program('list');
    expect(code).toBe(0);
    expect(stdout.indexOf(second)).toBeLessThan(stdout.indexOf(first));
    expect(stdout).toContain('The map is wrong in two places');
    expect(stdout).toContain('2 of 2 requests');
  });

  test('filters by kind and status', async () => {
    const { stdout } = await inbox('list', '--kind', 'bug', '--status', 'received');
    expect(stdout).toContain(first);
    expect(stdout).not.toContain(second);
  });

  test('shows a complete request', async () => {
    const { stdout } = await inbox('show', first);
    for (const part of ['Ada', 'ada@example.org', '\n  | The map is wrong\n  | in two places', 'received'])
      expect(stdout).toContain(part);
  });

  test('sets a status, which then appears on the public status page with its time', async () => {
    expect((await inbox('status', first, 'in_review')).stdout).toContain('received → in_review');
    await inbox('status', first, 'answered');
    const page = (await call(`${server.url}/intake/${first}`)).text;
    expect(page).toContain('marked it as answered');
    expect(page).not.toContain('An answer went');
    const { json } = await call(`${server.url}/api/intake/${first}`);
    expect(json['status']).toBe('answered');
    expect((json['history'] as { status: string }[]).map(({ status }) => status)).toEqual([
      'received',
      'in_review',
      'answered',
    ]);
    expect((await program('status', first, 'lost')).code).not.toBe(0);
  });

  test('names the receipt of the decision, which the public status then shows and its page links', async () => {
    const [before, hash] = Object.values(shippedReceipts).map((receipt) => receiptHash(receipt)) as [string, string];
    expect((await call(`${server.url}/api/intake/${first}`)).json).not.toHaveProperty('decision_receipt_hash_sha256');
    await inbox('status', first, 'answered', '--receipt', before);
    const { code, stdout } = await inbox('status', first, 'answered', '--receipt', hash.toUpperCase());
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain(`names the decision receipt /receipts/${hash} instead of ${before}.`);
    expect((await inbox('show', first)).stdout).toContain(hash);
    const { json } = await call(`${server.url}/api/intake/${first}`);
    expect(json['decision_receipt_hash_sha256']).toBe(hash);
    expect(String(json['decision_receipt_url'])).toMatch(new RegExp(`^http.+/receipts/${hash}$`));
    expect((await call(`${server.url}/intake/${first}`)).text).toContain(`href="/receipts/${hash}"`);
    expect((await call(`${server.url}/intake/${second}`)).text).not.toContain('/receipts/');
  });

  test.each([
    ['what is no hash', 'abc', '64 hexadecimal digits'],
    ['the hash of a receipt that nobody knows', 'ab'.repeat(32), 'No receipt with the hash'],
  ])('refuses %s, and changes nothing', async (_, receipt, words) => {
    const { code, stderr } = await inbox('status', second, 'declined', '--receipt', receipt);
    expect(code).toBe(1);
    expect(stderr).toContain(words);
    expect((await call(`${server.url}/api/intake/${second}`)).json).not.toHaveProperty('decision_receipt_url');
    expect((await call(`${server.url}/api/intake/${second}`)).json['status']).toBe('received');
  });

  test('exports complete requests as NDJSON', async () => {
    const lines = (await program('export')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ id }) => id)).toEqual([first, second]);
    expect(lines[0]).toMatchObject({ from: 'Ada', body: 'The map is wrong\nin two places', status: 'answered' });
  });

  test('exports CSV without formulas', async () => {
    const { stdout, stderr } = await inbox('export', '--format', 'csv');
    expect(stderr).toContain('2 requests exported');
    expect(stdout.split('\n')[0]).toBe(
      'id,kind,status,received_at,from,contact,body,body_sha256,receipt_hash_sha256,deleted_at',
    );
    expect(stdout).toContain(`"'=HYPERLINK(""https://example.org"")`);
  });

  test('deletes nothing without confirmation', async () => {
    const { code, stderr } = await inbox('delete', first);
    expect(code).toBe(1);
    expect(stderr).toContain('Nothing was done');
    expect((await inbox('show', first)).stdout).toContain('Ada');
  });

  test('deletes text, sender and contact from the file itself, and keeps receipt hash and counts', async () => {
    const before = (await call(`${server.url}/api/intake/${first}`)).json;
    expect((await program('delete', first, '--yes')).stdout).toContain('1 request deleted');
    const after = (await call(`${server.url}/api/intake/${first}`)).json;
    expect(after['receipt_hash_sha256']).toBe(before['receipt_hash_sha256']);
    expect(after['text_deleted_at']).toBeTruthy();
    expect((await inbox('list')).stdout).toContain('2 of 2 requests');
    const { stdout } = await inbox('show', first);
    expect(stdout).not.toMatch(/Ada|ada@example/);
    const file = store.replace('file:', '');
    for (const part of [file, `${file}-wal`]) {
      expect((await readFile(part).catch(() => Buffer.alloc(0))).includes('ada@example.org'), part).toBe(false);
    }
  });

  test('the hash of a deleted text is not public any more, and the hash of the receipt is', async () => {
    const { json } = await call(`${server.url}/api/intake/${first}`);
    const kept = await call(`${server.url}/api/intake/${second}`);
    expect(json['text_deleted_at']).toBeTruthy();
    expect(json).not.toHaveProperty('body_sha256');
    const hash = /^Body SHA-256 +(\w{64})$/m.exec((await inbox('show', first)).stdout)![1]!;
    const page = (await call(`${server.url}/intake/${first}`)).text;
    expect(page).toContain(String(json['receipt_hash_sha256']));
    expect(page).not.toContain(hash);
    expect(kept.json).toHaveProperty('body_sha256');
  });

  test('says that there is no such request', async () => {
    for (const args of [
      ['show', 'nothing'],
      ['status', 'nothing', 'answered'],
      ['delete', 'nothing', '--yes'],
    ]) {
      const { code, stderr } = await inbox(...args);
      expect(code).toBe(1);
      expect(stderr).toContain('No request has this id.');
    }
  });
});

describe('a command', () => {
  const open = async (settings: Readonly<Record<string, string>>, file = 'inbox') => {
    const { code, stdout, stderr } = await runHere(`cli/${file}.ts`, ['list'], settings);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr;
  };

  test.each(['inbox', 'anchors'])(
    '%s makes no store, names the one that it looked for, and says what makes it',
    async (file) => {
      const nowhere = await newStore();
      const said = await open({ DATABASE_URL: nowhere }, file);
      expect(said).toContain(`Store: ${fileOf(nowhere)}\n`);
      expect(said).toContain('there is no store');
      expect(said).toContain('npm start');
      expect(await readdir(dirname(fileOf(nowhere)))).toEqual([]);
    },
  );

  test('does not use a store of a newer program, and leaves it as it is', async () => {
    const other = await newStore();
    await (await openDatabase({ kind: 'sqlite', filename: fileOf(other) })).close();
    await query(other, 'INSERT INTO schema_version VALUES (99)');
    expect(await open({ DATABASE_URL: other })).toContain('a newer program wrote it: its schema has version 99');
    expect(await query(other, 'SELECT version FROM schema_version ORDER BY 1')).toEqual([
      { version: 1 },
      { version: 99 },
    ]);
  });
});
