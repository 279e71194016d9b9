import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newSigningKey, writeKeyFile } from '../../src/signing/key-file.ts';
import { shippedReceipts } from '../support/receipts.ts';
import {
  decision,
  folder,
  givenFolder,
  issue,
  issueAsProgram,
  key,
  keyFile,
  listKeys,
  program,
  receiptOf,
  root,
  run,
  written,
} from '../support/receipts-command.ts';
import { hashOf as independentHash } from '../vectors/canonical.mjs';

const { signatures: _, ...outside } = shippedReceipts['demonstration-outside-mandate']!;

givenFolder();

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
    const subject = { kind: 'decision_receipt', sha256: receiptOf('lamp').receipt_hash_sha256 };
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
