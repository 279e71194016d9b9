import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { PublicKey } from '../../src/domain/keys/public-key.ts';
import { newSigningKey, type SigningKey, writeKeyFile } from '../../src/signing/key-file.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { intakeStore } from '../../src/storage/intake.ts';
import { compiledOnce } from '../support/compiled-once.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { newFolder, newStore } from '../support/server.ts';
import { hashOf as independentHash } from '../vectors/canonical.mjs';

const project = join(import.meta.dirname, '../..');
const folder = 'datasets/decision-receipts';
const { signatures: _, ...accepted } = shippedReceipts['demonstration-accepted']!;
const { signatures: __, ...outside } = shippedReceipts['demonstration-outside-mandate']!;
const decision = { ...accepted, receipt_id: 'lamp' };

let root: string;
let key: SigningKey;
let keyFile: string;

const listKeys = (...keys: (Partial<PublicKey> & Pick<SigningKey, 'kid' | 'publicJwk'>)[]): void =>
  writeFileSync(
    join(root, 'datasets/keys.yaml'),
    stringify({
      keys: keys.map(({ kid, publicJwk, ...more }) => {
        const { privateJwk: _private, ...rest } = more as Partial<SigningKey>;
        return { kid, use: 'decisions', public_key: publicJwk, valid_from: '2026-11-01T00:00:00Z', ...rest };
      }),
    }),
  );

beforeEach(async () => {
  root = await newFolder();
  mkdirSync(join(root, 'datasets'), { recursive: true });
  key = await newSigningKey('decisions');
  keyFile = join(root, 'decisions.json');
  await writeKeyFile(keyFile, key);
  listKeys(key);
  return () => rmSync(root, { recursive: true });
});

const run = (args: readonly string[], { input = '', env = {} as Record<string, string> } = {}) =>
  spawnSync(process.execPath, ['src/cli/receipts.ts', ...args, '--root', root], {
    cwd: project,
    encoding: 'utf8',
    input,
    env: { PATH: process.env['PATH'], ...compiledOnce, ...env },
  });
const decisionFile = (content: object | string): string => {
  const path = join(root, 'decision.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
};
const issue = (content: object | string, ...args: string[]) =>
  run(['issue', '--file', decisionFile(content), '--key', keyFile, ...args]);
const written = (): string[] => {
  try {
    return readdirSync(join(root, folder));
  } catch {
    return [];
  }
};
const receiptOf = (id: string) =>
  JSON.parse(readFileSync(join(root, folder, `${id}.json`), 'utf8')) as typeof decision & { signatures: object[] };

describe('npm run receipts -- issue', () => {
  test('signs a decision from a file and tells hash, page and the next step', () => {
    const { status, stdout, stderr } = issue(decision);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const hash = independentHash(decision);
    for (const words of [hash, `/receipts/${hash}`, key.kid, 'anchor-preview', 'kept']) expect(stdout).toContain(words);
    const { signatures, ...rest } = receiptOf('lamp');
    expect(rest).toEqual(decision);
    expect(signatures).toHaveLength(1);
    expect(written()).toEqual(['lamp.json']);
    expect(run(['check', 'lamp']).stdout).toContain('no problems');
  });

  test('never overwrites a receipt', () => {
    issue(decision);
    const before = receiptOf('lamp');
    const again = issue({ ...decision, reason: 'Another reason.' });
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('an id is never reused');
    expect(receiptOf('lamp')).toEqual(before);
  });

  test('names every problem of a file at once, with its line, and writes nothing', () => {
    const { status, stderr } = issue({ ...decision, decision: 'perhaps', decided_at: 'yesterday', invented: 1 });
    expect(status).toBe(1);
    for (const words of ['decision.json:', 'decision: is "perhaps"', 'decided_at:', 'invented: is not a member'])
      expect(stderr).toContain(words);
    expect(issue('{"a": 1, "a": 1.5}').stderr).toContain('an object holds each key once');
    expect(written()).toEqual([]);
  });

  test('speaks of a file in JSON as JSON, and names the schema that describes it', () => {
    const { stderr } = issue({ ...decision, evidence_items: 'none', invented: 1 });
    expect(stderr).toContain('evidence_items: is "none"; expected a list […]\n');
    expect(stderr).toContain('described in /schemas/service.decision-receipt.schema.v1.json.');
    expect(issue('[]').stderr).toContain('holds no receipt; expected an object {…}');
    for (const words of ['lines that begin', 'datasets/README.md']) expect(stderr).not.toContain(words);
  });

  test('refuses a decision outside its mandate unless it is asked to, and then says so', () => {
    const refused = issue({ ...outside, receipt_id: 'late' });
    expect(refused.status).toBe(1);
    for (const words of ['broken', 'not checkable']) expect(refused.stdout).toContain(words);
    expect(refused.stderr).toContain('--outside-mandate');
    expect(written()).toEqual([]);
    const issued = issue({ ...outside, receipt_id: 'late' }, '--outside-mandate');
    expect(issued.status).toBe(0);
    for (const { stdout } of [issued, run(['list']), run(['show', 'late']), run(['check'])])
      expect(stdout).toContain('outside its mandate');
  });

  test.each([
    ['is not listed', () => listKeys()],
    ['was revoked at', () => listKeys({ ...key, revoked_at: '2026-11-02T00:00:00Z', revocation_reason: 'superseded' })],
    ['is valid from 2999', () => listKeys({ ...key, valid_from: '2999-01-01T00:00:00Z' })],
    ['was valid until', () => listKeys({ ...key, valid_until: '2026-11-02T00:00:00Z' })],
    ['is for demonstrations', () => listKeys({ ...key, demonstration: true })],
    ['can be read by others', () => chmodSync(keyFile, 0o644)],
    ['There is no key file', () => rmSync(keyFile)],
  ])('refuses a key that %s, by name', (words, prepare) => {
    prepare();
    const { status, stderr } = issue(decision);
    expect(status).toBe(1);
    expect(stderr).toContain(words);
    expect(stderr).toContain(words.includes('key file') || words.includes('others') ? keyFile : key.kid);
    expect(stderr).not.toContain(key.privateJwk.d);
    expect(written()).toEqual([]);
  });

  test('signs with several keys, and adds a signature to a signed file', async () => {
    const second = await newSigningKey('decisions');
    const secondFile = join(root, 'second.json');
    await writeKeyFile(secondFile, second);
    listKeys(key, second);
    expect(issue(decision, '--key', secondFile).status).toBe(0);
    const { signatures } = receiptOf('lamp');
    expect(signatures).toHaveLength(2);
    expect(issue({ ...decision, receipt_id: 'other', signatures }).stderr).toContain('is not that of the key');
    rmSync(join(root, folder, 'lamp.json'));
    expect(issue({ ...decision, signatures: signatures.slice(1) }).status).toBe(0);
    expect(receiptOf('lamp').signatures).toHaveLength(2);
  });

  test('takes the subject of a request from the store, and asks for the rest', async () => {
    const store = await newStore();
    const db = await openDatabase({ kind: 'sqlite', filename: store.slice('file:'.length) });
    const id = 'abcdefghijkmnpqrstuvwxyz';
    const body_sha256 = 'ab'.repeat(32);
    const record = { id, kind: 'question', status: 'received', received_at: '2026-11-20T10:00:00Z', from: null, contact: null, body: 'A request', body_sha256, receipt_hash_sha256: 'cd'.repeat(32), deleted_at: null, decision_receipt_hash_sha256: null, context_id: null } as const; // prettier-ignore
    const receipt = { ok: true, schema: 'service.intake-receipt.v1', id, status: 'received', kind: 'question', received_at: record.received_at, body_sha256, receipt_hash_sha256: record.receipt_hash_sha256, status_url: 'http://localhost/intake/x' } as const; // prettier-ignore
    await intakeStore(db).add({ record, receipt });
    await db.close();
    const answers = [
      'answered-request', // receipt_id
      '', // decided now
      '', // no registry_ref
      'An agent',
      `ccd:${'0'.repeat(32)}:account`,
      'accepted',
      '', // no window of the mandate
      'other',
      'ef'.repeat(32),
      'y', // a bound
      'other.statement',
      'scope',
      'Answer questions.',
      'n', // no other bound
      'house rules',
      'ef'.repeat(32),
      'n', // no term
      'n', // no evidence
      'It was a fair question.',
    ];
    const { status, stdout, stderr } = run(['issue', '--request', id, '--key', keyFile], {
      input: `${answers.join('\n')}\n`,
      env: { DATABASE_URL: store },
    });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(receiptOf('answered-request')).toMatchObject({
      subject: { kind: 'request', reference: id, sha256: body_sha256 },
      mandate: { constraints: [{ type: 'other.statement', name: 'scope', statement: 'Answer questions.' }] },
    });
    const namedReceipt = async (): Promise<string | null | undefined> => {
      const reopened = await openDatabase({ kind: 'sqlite', filename: store.slice('file:'.length) });
      const found = await intakeStore(reopened).find(id);
      await reopened.close();
      return found?.record.decision_receipt_hash_sha256;
    };
    const named = await namedReceipt();
    expect(stdout).toContain(`names the decision receipt /receipts/${named}`);
    const { signatures: _own, ...issued } = receiptOf('answered-request');
    expect(named).toBe(independentHash(issued));

    const { subject: _subject, ...another } = { ...decision, receipt_id: 'not-linked' };
    const apart = run(['issue', '--request', id, '--no-link', '--file', decisionFile(another), '--key', keyFile], {
      env: { DATABASE_URL: store },
    });
    expect(apart).toMatchObject({ status: 0 });
    expect(apart.stdout).not.toContain('names the decision receipt');
    expect(await namedReceipt()).toBe(named);

    const unknown = run(['issue', '--request', 'x'.repeat(24), '--key', keyFile], { env: { DATABASE_URL: store } });
    expect(unknown.stderr).toContain('No request has the id');
  });
});

describe('npm run receipts -- check', () => {
  test('finds a receipt that was changed after it was signed, and one that lost its signature', () => {
    issue(decision);
    const { signatures, ...rest } = receiptOf('lamp');
    const path = join(root, folder, 'lamp.json');
    writeFileSync(path, JSON.stringify({ ...rest, reason: 'Changed.', signatures }));
    const forged = run(['check']);
    expect(forged.status).toBe(1);
    expect(forged.stderr).toContain('does_not_verify');
    writeFileSync(path, JSON.stringify(rest));
    const stripped = run(['check', independentHash(rest)]);
    expect({ status: stripped.status, stdout: stripped.stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining('origin not shown'),
    });
    writeFileSync(path, '{');
    expect(run(['check']).stderr).toContain('lamp.json:1');
    expect(run(['show', 'nothing']).stderr).toContain('No receipt in');
  });
});
