import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { PublicKey } from '../../src/domain/keys/public-key.ts';
import { newSigningKey, type SigningKey, writeKeyFile } from '../../src/signing/key-file.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { intakeStore } from '../../src/storage/intake.ts';
import { runHere } from '../support/command-here.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { finish, newFolder, newStore, run as start } from '../support/server.ts';
import { hashOf as independentHash } from '../vectors/canonical.mjs';

const project = join(import.meta.dirname, '../..');
const folder = 'datasets/decision-receipts';
const { signatures: _accepted, ...accepted } = shippedReceipts['demonstration-accepted']!;
/** An account whose checksum is right. */
const account = 'ccd:4221332d34e1694168c2a0c0b3fd0f27:3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G';
const decision = { ...accepted, receipt_id: 'lamp', agent: { ...accepted.agent, account } };

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

/** Gives each test a folder of its own, in which one key is listed. */
beforeEach(async () => {
  root = await newFolder();
  mkdirSync(join(root, 'datasets'), { recursive: true });
  key = await newSigningKey('decisions');
  keyFile = join(root, 'decisions.json');
  await writeKeyFile(keyFile, key);
  listKeys(key);
});

interface Given {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const run = (args: readonly string[], { input, env }: Given = {}) =>
  runHere('cli/receipts.ts', [...args, '--root', root], env, input);
/** Runs the command as a program of its own. */
const program = (args: readonly string[], { input = '', env = {} }: Given = {}) => {
  const child = start('cli/receipts.ts', [...args, '--root', root], env);
  child.stdin!.end(input);
  return finish(child);
};

/** The shipped facts about the agent, without a registration, or with one of this account. */
const agentText = (account?: string): string => {
  const shipped = readFileSync(join(project, 'datasets/agent.yaml'), 'utf8');
  if (account === undefined) return shipped;
  const registration = { network: account.replace(/:[^:]*$/, ''), account, registry: { index: 1, subindex: 0 }, token_id: '1' }; // prettier-ignore
  return `${shipped.replace('demonstration: true', 'demonstration: false')}${stringify({ registration })}`;
};
const decisionFile = (content: object | string): string => {
  const path = join(root, 'decision.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
};
const issuing = (content: object | string) => ['issue', '--file', decisionFile(content), '--key', keyFile];
const issue = (content: object | string, ...args: string[]) => run([...issuing(content), ...args]);
const issueAsProgram = (content: object | string) => program(issuing(content));
const written = (): string[] => {
  try {
    return readdirSync(join(root, folder));
  } catch {
    return [];
  }
};
const receiptOf = (id: string) =>
  JSON.parse(readFileSync(join(root, folder, `${id}.json`), 'utf8')) as typeof decision & { signatures: object[] };

const { signatures: _outside, ...outside } = shippedReceipts['demonstration-outside-mandate']!;

describe('npm run receipts -- issue', () => {
  test('signs a decision from a file and tells hash, page and the next step', async () => {
    const { code, stdout, stderr } = await issueAsProgram(decision);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const hash = independentHash(decision);
    for (const words of [hash, `/receipts/${hash}`, key.kid, 'anchor-preview', 'kept']) expect(stdout).toContain(words);
    const { signatures, ...rest } = receiptOf('lamp');
    expect(rest).toEqual(decision);
    expect(signatures).toHaveLength(1);
    expect(written()).toEqual(['lamp.json']);
    expect(await program(['check'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('no problems') as string,
    });
  });

  test('refuses what is left of a template: each text of the printed one in angle brackets, and the hash of no file', async () => {
    const brackets = (value: object): string[] =>
      Object.entries(value).flatMap(
        ([name, one]) =>
        typeof one === 'object' ? brackets(one as object).map((path) => `${name}.${path}`) : /^<.*>$/.test(String(one)) ? [name] : [], // prettier-ignore
      );
    const template = JSON.parse((await run(['issue'])).stdout) as typeof decision;
    const places = brackets(template);
    expect(places).toHaveLength(27);
    const { stderr } = await issue(template);
    for (const place of places)
      expect(stderr.split(`${place.replaceAll(/\.(\d+)/g, '[$1]')}: is `), place).toHaveLength(2);
    const zeros = { ...decision, mandate: { ...decision.mandate, sha256: '0'.repeat(64) } };
    expect((await issue(zeros)).stderr).toContain('mandate.sha256: is as in a template');
    expect((await issue({ ...decision, reason: '<why it was decided so>' })).stderr).toMatch(/^reason: is as in a/);
    expect(written()).toEqual([]);
  });

  test('takes the name of a network in the account of the agent, and refuses one whose checksum is wrong', async () => {
    const named = (account: string) => issue({ ...decision, agent: { ...decision.agent, account } });
    const address = decision.agent.account.split(':')[2]!;
    expect((await named(`ccd:testnet:${address.slice(0, -1)}H`)).stderr).toContain('agent.account: the address fails');
    expect(written()).toEqual([]);
    expect((await named(`ccd:testnet:${address}`)).code).toBe(0);
    expect(receiptOf('lamp').agent).toEqual(decision.agent);
  });

  test('never overwrites a receipt', async () => {
    await issue(decision);
    const before = receiptOf('lamp');
    const again = await issue({ ...decision, reason: 'Another reason.' });
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('an id is never reused');
    expect(receiptOf('lamp')).toEqual(before);
  });

  test('names every problem of a file at once, with its line, and writes nothing', async () => {
    const { code, stderr } = await issueAsProgram({
      ...decision,
      decision: 'perhaps',
      decided_at: 'yesterday',
      invented: 1,
    });
    expect(code).toBe(1);
    for (const words of ['decision.json:', 'decision: is "perhaps"', 'decided_at:', 'invented: is not a member'])
      expect(stderr).toContain(words);
    expect((await issue('{"a": 1, "a": 1.5}')).stderr).toContain('expected each key of an object once');
    expect(written()).toEqual([]);
  });

  test('judges the terms of a decision, and refuses those that break a bound', async () => {
    const shop = { id: 'shop', website: 'https://shop.example' };
    const constraints = [
      { type: 'payment.amount_range', currency: 'EUR', min: 1000, max: 8000 },
      { type: 'payment.allowed_payees', allowed: [shop] },
    ];
    const priced = (terms: object) => ({
      ...decision,
      mandate: { ...decision.mandate, constraints },
      terms: { amount_minor: 8000, currency: 'EUR', payee: shop, ...terms },
    });
    for (const [terms, words] of [
      [{ amount_minor: 8001 }, 'EUR 80.01, is more than the EUR 80.00 allowed'],
      [{ amount_minor: 999 }, 'EUR 9.99, is less than the EUR 10.00 required'],
      [{ currency: 'USD' }, 'currencies are not converted'],
      [{ payee: { id: 'other' } }, 'The payee is none of those allowed'],
    ] as const) {
      const { code, stdout, stderr } = await issue(priced(terms));
      expect([code, stdout, stderr]).toEqual([1, expect.stringContaining(words), expect.stringContaining('--outside')]);
    }
    expect(written()).toEqual([]);
    expect((await issue(priced({}))).stdout).toContain('within its mandate');
    expect(receiptOf('lamp')).toMatchObject({ terms: { amount_minor: 8000, currency: 'EUR', payee: shop } });
  });

  test.each([
    ['1000.00', 'USD', 100_000],
    ['1000', 'USD', 100_000],
    ['0.07', 'EUR', 7],
    ['70368744177664.07', 'EUR', 7_036_874_417_766_407],
    ['1000.00', 'JPY', 1000],
    ['1000', 'KWD', 1_000_000],
    ['1.005', 'KWD', 1005],
    ['1.005', 'USD', undefined],
    ['0.5', 'JPY', undefined],
    ['1e3', 'USD', undefined],
    ['-1', 'USD', undefined],
    ['"1000.00"', 'USD', undefined],
    ['90071992547409.92', 'USD', undefined],
    ['1', 'BTC', undefined],
  ])('takes the budget of an AP2 mandate in major units, %s %s, by its digits', async (max, currency, minor) => {
    const constraints = [{ type: 'payment.budget', max: 'MAX', currency }];
    const copied = JSON.stringify({ ...decision, mandate: { ...decision.mandate, constraints } }).replace('"MAX"', max);
    const { code, stderr } = await issue(copied);
    if (minor === undefined)
      expect([code, stderr]).toEqual([1, expect.stringContaining(`is ${max} in ${currency}; e`)]);
    else
      expect(receiptOf('lamp').mandate.constraints).toEqual([{ type: 'payment.budget', currency, max_minor: minor }]);
    const other = await issue(copied.replace('ap2.v0.2', 'other').replace('"lamp"', '"other"'));
    expect([other.code, other.stderr]).toEqual([1, expect.stringMatching(/constraints\[0]\.max/)]);
  });

  test('refuses a decision outside its mandate unless it is asked to, and then says so', async () => {
    const late = { ...outside, receipt_id: 'late', agent: decision.agent };
    const refused = await issue(late);
    expect(refused.code).toBe(1);
    for (const words of ['broken', 'open']) expect(refused.stdout).toContain(words);
    expect(refused.stderr).toContain('--outside-mandate');
    expect(written()).toEqual([]);
    const issued = await issue(late, '--outside-mandate');
    expect(issued.code).toBe(0);
    for (const { stdout } of [issued, await run(['check'])]) expect(stdout).toContain('outside its mandate');
  });

  test('refuses a decision that breaks a budget together with the receipts of the folder', async () => {
    const constraints = [{ type: 'payment.budget', currency: 'EUR', max_minor: 5000 }];
    const terms = { amount_minor: 3000, currency: 'EUR', payee: { id: 'shop' } };
    const bought = { ...decision, terms, mandate: { ...decision.mandate, constraints } };
    expect((await issue(bought)).code).toBe(0);
    const refused = await issue({ ...bought, receipt_id: 'second-lamp' });
    expect(refused.stdout).toContain('EUR 60.00');
    expect(refused.stderr).toContain('--outside-mandate');
    expect(written()).toEqual(['lamp.json']);
    // A correction is the same use as what it corrects.
    const { signatures: _, ...first } = receiptOf('lamp');
    const subject = { kind: 'decision_receipt', reference: 'lamp', sha256: independentHash(first) };
    expect((await issue({ ...bought, receipt_id: 'corrected-lamp', subject })).stdout).toContain('EUR 30.00');
  });

  test.each([
    ['is not listed', () => listKeys()],
    ['was revoked at', () => listKeys({ ...key, revoked_at: '2026-11-02T00:00:00Z', revocation_reason: 'superseded' })],
    ['is valid from 2999', () => listKeys({ ...key, valid_from: '2999-01-01T00:00:00Z' })],
    ['was valid until', () => listKeys({ ...key, valid_until: '2026-11-02T00:00:00Z' })],
    ['is for demonstrations', () => listKeys({ ...key, demonstration: true })],
    ['other users can read it', () => chmodSync(keyFile, 0o644)],
    ['there is no such file', () => rmSync(keyFile)],
  ])('refuses a key that %s, by name', async (words, prepare) => {
    prepare();
    const { code, stderr } = await issue(decision);
    expect(code).toBe(1);
    expect(stderr).toContain(words);
    expect(stderr).toContain(words.includes('file') || words.includes('other users') ? keyFile : key.kid);
    expect(stderr).not.toContain(key.privateJwk.d);
    expect(written()).toEqual([]);
  });

  test('adds a signature to a signed file', async () => {
    const second = await newSigningKey('decisions');
    const secondFile = join(root, 'second.json');
    await writeKeyFile(secondFile, second);
    listKeys(key, second);
    await issue(decision);
    const { signatures } = receiptOf('lamp');
    expect((await issue({ ...decision, receipt_id: 'other', signatures })).stderr).toContain('is not that of the key');
    rmSync(join(root, folder, 'lamp.json'));
    expect((await issue({ ...decision, signatures }, '--key', secondFile)).code).toBe(0);
    expect(receiptOf('lamp').signatures).toHaveLength(2);
  });

  test('takes the subject of a request from the store, and the rest from a file', async () => {
    const store = await newStore();
    const db = await openDatabase({ kind: 'sqlite', filename: store.slice('file:'.length) });
    const id = 'abcdefghijkmnpqrstuvwxyz';
    const body_sha256 = 'ab'.repeat(32);
    const record = { id, kind: 'question', status: 'received', received_at: '2026-11-20T10:00:00Z', answer_by: null, due_at: null, from: null, contact: null, body: 'A request', body_sha256, receipt_hash_sha256: 'cd'.repeat(32), deleted_at: null, decision_receipt_hash_sha256: null, context_id: null } as const; // prettier-ignore
    const receipt = { ok: true, schema: 'service.intake-receipt.v1', id, status: 'received', kind: 'question', received_at: record.received_at, body_sha256, receipt_hash_sha256: record.receipt_hash_sha256, status_url: 'http://localhost/intake/x' } as const; // prettier-ignore
    await intakeStore(db).add({ record, receipt });
    await db.close();
    writeFileSync(join(root, 'datasets/agent.yaml'), agentText());
    const { subject: _subject, ...rest } = decision;
    const agent = { ...rest.agent, name: 'Accountability demonstration agent' };
    const file = decisionFile({ ...rest, receipt_id: 'answered-request', agent });
    const {
      code,
      stdout,
      stderr: asked,
    } = await program(['issue', '--request', id, '--key', keyFile, '--file', file], {
      env: { DATABASE_URL: store },
    });
    expect(code, asked).toBe(0);
    expect(receiptOf('answered-request')).toMatchObject({
      subject: { kind: 'request', reference: id, sha256: body_sha256 },
    });
    const namedReceipt = async (): Promise<string | null | undefined> => {
      const reopened = await openDatabase({ kind: 'sqlite', filename: store.slice('file:'.length) });
      const found = await intakeStore(reopened).find(id);
      await reopened.close();
      return found?.record.decision_receipt_hash_sha256;
    };
    const named = await namedReceipt();
    expect(stdout).toContain(`names the decision receipt /receipts/${named}`);
    expect(stdout).toMatch(/The link on the status page works after the next build\.\n$/);
    expect(stdout).toContain(`still says received. Next: npm run inbox -- status ${id} answered`);
    const { signatures: _own, ...issued } = receiptOf('answered-request');
    expect(named).toBe(independentHash(issued));

    const unknown = await run(['issue', '--request', 'x'.repeat(24), '--key', keyFile], {
      env: { DATABASE_URL: store },
    });
    expect(unknown.stderr).toContain('No request has the id');
  });

  test('offers the agent of the project, and issues for another only when it is asked to, with a warning', async () => {
    const { account } = decision.agent;
    writeFileSync(join(root, 'datasets/agent.yaml'), agentText(account));
    const shown = await run(['issue']);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    const template = JSON.parse(shown.stdout) as typeof decision;
    expect((await issue(template)).stderr).toContain('receipt_id');
    const { agent } = template;
    expect(agent).toEqual({ name: 'Accountability demonstration agent', account });

    const own = { name: 'Accountability demonstration agent', account };
    expect(await issue({ ...decision, receipt_id: 'own', agent: own })).toMatchObject({ code: 0, stderr: '' });
    const other = `ccd:${'0'.repeat(32)}:${account.split(':')[2]}`;
    const decided = { ...decision, agent: { name: 'Another agent', account: other } };
    const refused = await issue(decided);
    expect(refused.code).toBe(1);
    for (const words of ['agent.name differs from name', 'agent.account differs', '--other-agent'])
      expect(refused.stderr).toContain(words);
    const foreign = await issue(decided, '--other-agent');
    expect(foreign.code, foreign.stderr).toBe(0);
    const warnings = [
      'warning: lamp: agent.name differs from name in datasets/agent.yaml',
      'warning: lamp: agent.account differs from registration.account in datasets/agent.yaml',
      expect.stringMatching(/^warning: lamp: agent\.account names an unknown chain; expected .*\(Concordium\)/),
    ];
    expect(foreign.stderr.trim().split('\n')).toEqual(warnings);
    const checked = await run(['check']);
    expect(checked.code).toBe(0);
    expect(checked.stderr.trim().split('\n')).toEqual(warnings);
  });
});

describe('npm run receipts -- check', () => {
  test('finds a receipt that was changed after it was signed, and one that lost its signature', async () => {
    await issue(decision);
    const { signatures, ...rest } = receiptOf('lamp');
    const path = join(root, folder, 'lamp.json');
    writeFileSync(path, JSON.stringify({ ...rest, reason: 'Changed.', signatures }));
    const forged = await program(['check']);
    expect(forged.code).toBe(1);
    expect(forged.stderr).toContain('does_not_verify');
    writeFileSync(path, JSON.stringify(rest));
    const stripped = await run(['check']);
    expect({ code: stripped.code, stdout: stripped.stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('origin not shown'),
    });
    writeFileSync(path, '{');
    expect((await run(['check'])).stderr).toContain('lamp.json:1');
  });
});
