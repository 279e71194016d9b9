import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { rpc } from '../support/a2a.ts';
import { call, post } from '../support/call.ts';
import { runHere } from '../support/command-here.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { newStore, runToEnd } from '../support/server.ts';
import { fileOf, query } from '../support/stored-requests.ts';

const store = await newStore();
const server = await serviceHere({ DATABASE_URL: store });
const send = async (body: object) => String((await post(`${server.url}/api/intake`, body)).json['id']);
const first = await send({
  kind: 'bug',
  from: 'Ada',
  contact: 'ada@example.org',
  body: 'The map is wrong\nin two places',
});
const second = await send({ kind: 'question', body: '=HYPERLINK("https://example.org")\u001b[2J' });

const program = (...args: string[]) => runToEnd('cli/inbox.ts', args, { DATABASE_URL: store });
const inbox = (...args: string[]) => runHere('cli/inbox.ts', args, { DATABASE_URL: store });

describe('the inbox, while the service runs', () => {
  test('lists requests by due date, and how many there are', async () => {
    const { code, stdout } = await program('list');
    expect(code).toBe(0);
    expect(stdout.indexOf(first)).toBeLessThan(stdout.indexOf(second));
    expect(stdout).not.toContain('LATE');
    expect(stdout).toContain('The map is wrong in two places');
    expect(stdout).toContain('2 of 2 requests');
  });

  test('shows a complete request', async () => {
    const { stdout } = await inbox('show', first);
    for (const part of ['Ada', 'ada@example.org', '\n  | The map is wrong\n  | in two places', 'received'])
      expect(stdout).toContain(part);
  });

  test('tells everybody what is late, until it is extended with a reason that everybody may read', async () => {
    await query(store, `UPDATE intake SET due_at = '2026-01-02T03:04:05.678Z' WHERE id = '${second}'`);
    const said = async () => {
      const [page, status] = [await call(`${server.url}/intake/${second}`), await call(`${server.url}/status`)];
      expect(status.text).toContain(`${second.slice(0, 8)}…`);
      expect(status.text).not.toContain(second);
      const task = (await rpc(server.url, 'GetTask', { id: second })).result as { status: object };
      return {
        inbox: (await inbox('list')).stdout
          .split('\n')
          .findIndex((line) => line.startsWith(second) && line.includes('LATE')),
        json: (await call(`${server.url}/api/intake/${second}`)).json['overdue'],
        page: page.text.includes('It is overdue: an answer was due by 2026-01-02 03:04:05 UTC.'),
        everybody: status.text.includes('overdue</span>'),
        moved: /moved [^,]*, promised/.exec(status.text.replaceAll(/<[^>]*>|\s+/g, ' '))?.[0],
        agents: JSON.stringify(task.status).includes('It is overdue: an answer was due by 2026-01-02 03:04:05 UTC.'),
      };
    };
    // In the list, it comes first.
    expect(await said()).toEqual({ inbox: 1, json: true, page: true, everybody: true, moved: undefined, agents: true });
    const { stdout } = await inbox(
      'status',
      second,
      'received',
      '--extend',
      '14',
      '--reason',
      'Waiting <for> an auditor',
    );
    expect(stdout).toMatch(/: due 2026-01-02 03:04 → 20\d\d-/);
    expect(await said()).toEqual({
      inbox: -1,
      json: false,
      page: false,
      everybody: false,
      moved: 'moved once, promised',
      agents: false,
    });
    expect((await call(`${server.url}/intake/${second}`)).text).toContain('Waiting &lt;for&gt; an auditor');
    expect((await inbox('show', second)).stdout).toContain('Waiting <for> an auditor');
    const { json } = await call(`${server.url}/api/intake/${second}`);
    const [{ at, due_at }] = json['extensions'] as [{ at: string; due_at: string }];
    // Counted from now, because the date was past.
    expect(Date.parse(due_at) - Date.parse(at)).toBe(14 * 86_400_000);
    expect(json['due_at']).toBe(due_at);
    await inbox('status', second, 'received', '--extend', '1', '--reason', 'Still');
    expect((await said()).moved).toBe('moved 2 times, promised');
    expect((await call(`${server.url}/api/intake/summary`)).json['extended']).toBe(1);
  });

  test.each([
    ['without a reason', 'received', ['--extend', '3'], '--extend and --reason go together'],
    ['that is to be closed', 'declined', ['--extend', '3', '--reason', 'Later'], 'is not extended'],
    ['by no day', 'received', ['--extend', '0', '--reason', 'Later'], 'from 1 to 365'],
    ['for a reason of two lines', 'received', ['--extend', '3', '--reason', 'One\nTwo'], 'expected one line'],
    [
      'for a reason that turns its direction',
      'received',
      ['--extend', '3', '--reason', 'a\u202eb'],
      'expected one line',
    ],
    [
      'and names its decision',
      'in_review',
      ['--extend', '3', '--reason', 'Later', '--receipt', 'ab'.repeat(32)],
      'no later date',
    ],
    ['that somebody else changes meanwhile', 'in_review', ['--extend', '365', '--reason', 'Later'], 'somebody else'],
  ])('does not extend a request %s', async (_, status, options, words) => {
    const before = (await call(`${server.url}/api/intake/${first}`)).json;
    // As when another date is stored between the look at the request and the change.
    const late = `BEFORE UPDATE OF due_at ON intake WHEN NEW.due_at > '${new Date(Date.now() + 300 * 86_400_000).toISOString()}'`;
    await query(store, `CREATE TRIGGER IF NOT EXISTS meanwhile ${late} BEGIN SELECT RAISE(IGNORE); END`);
    const { code, stderr } = await inbox('status', first, status, ...options);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) });
    expect((await call(`${server.url}/api/intake/${first}`)).json).toEqual(before);
  });

  test('sets a status, which then appears on the public status page with its time', async () => {
    expect((await inbox('status', first, 'in_review')).stdout).toContain('received → in_review');
    expect((await inbox('status', first, 'answered')).stdout).toContain('nothing shows the answer');
    const page = (await call(`${server.url}/intake/${first}`)).text;
    expect(page).toContain('marked it as answered');
    expect(page).toContain('Nothing here shows the answer');
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
    const page = (await call(`${server.url}/intake/${first}`)).text;
    expect(page).toContain(`href="/receipts/${hash}"`);
    expect(page).not.toContain('Nothing here shows the answer');
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
