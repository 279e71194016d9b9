import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readKeys } from '../../../src/domain/keys/keys-document.ts';
import { type OriginRuleId, originRules } from '../../../src/domain/keys/origin.ts';
import { knownKeys } from '../../../src/domain/keys/public-key.ts';
import { TestVectorIndex } from '../../../src/domain/verification/test-vector.ts';
import { CheckId, type Verification } from '../../../src/domain/verification/verification.ts';
import { verifyText } from '../../../src/domain/verification/verify.ts';

const folder = join(import.meta.dirname, '../../../datasets/vectors');
const { vectors } = TestVectorIndex.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
const scratch = mkdtempSync(join(tmpdir(), 'vectors-'));

const read = (where: string) =>
  Object.fromEntries(
    readdirSync(where)
      .toSorted()
      .map((name) => [name, readFileSync(join(where, name)).toString('base64')]),
  );

const verify = async ({
  input,
  keys,
  anchored_at,
  receipt_hash_sha256,
  receipts = [],
}: (typeof vectors)[number]): Promise<Verification> => {
  const file = (name: string) => readFileSync(join(folder, name));
  // A list that is refused gives no key.
  const listed = keys === undefined ? [] : (await readKeys(JSON.parse(file(keys).toString()))).keys;
  return verifyText(file(input), {
    keys: knownKeys(listed, { by: 'file', name: keys ?? '' }),
    anchoredAt: anchored_at,
    receiptHash: receipt_hash_sha256 ?? undefined,
    receipts: receipts.map(file),
  });
};

describe('the test vectors', () => {
  test.each(vectors)('$name: $rule', async (vector) => {
    const { outcome, hash_sha256, checks, mandate } = await verify(vector);
    const found = Object.fromEntries(checks.map(({ id, result }) => [id, result]));
    const judged = 'mandate' in vector.expected ? { mandate: mandate?.result ?? null } : {};
    expect({ outcome, hash_sha256, checks: found, ...judged }).toEqual(vector.expected);
  });

  test.each<[string, OriginRuleId]>([
    ['header-crit', 'header_not_understood'],
    ['unknown-key', 'unknown_key'],
    ['one-letter', 'does_not_verify'],
    ['use-service', 'wrong_use'],
    ['before-the-document', 'signed_before_document'],
    ['before-first-second', 'not_yet_valid'],
    ['expired', 'expired'],
    ['revoked-then-superseded', 'revoked_before'],
    ['revoked-then-compromised', 'revoked_before'],
    ['compromised-anchored-then', 'compromised_anchored_later'],
    ['compromised-not-anchored', 'compromised_not_anchored'],
    ['compromised-anchored-before', 'compromised_anchored_before'],
    ['revoked-after-ceased', 'revoked_after'],
  ])('the reason of signature-%s is the words of the rule %s', async (name, rule) => {
    const { checks } = await verify(vectors.find((one) => one.name === `signature-${name}`)!);
    const { when } = originRules.find(({ id }) => id === rule)!;
    expect(checks.find(({ id }) => id === 'signature')?.reason).toContain(when);
  });

  test('number at least 60, and at least half of them must fail', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(60);
    expect(vectors.filter(({ expected }) => expected.outcome === 'fail').length).toBeGreaterThanOrEqual(
      vectors.length / 2,
    );
  });

  test('let each check pass somewhere, and each fail somewhere', () => {
    for (const id of CheckId.options) {
      const results = new Set(vectors.map(({ expected }) => expected.checks[id]));
      expect([...results], id).toEqual(expect.arrayContaining(['pass', 'fail']));
    }
  });

  test('are generated again to the same bytes (if not: node test/vectors/generate.mjs)', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../vectors/generate.mjs'), scratch],
      { encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(read(scratch)).toEqual(read(folder));
  });

  test('are made without any code of the service', () => {
    const scripts = join(import.meta.dirname, '../../vectors');
    const foreign = readdirSync(scripts).flatMap((name) =>
      [...readFileSync(join(scripts, name), 'utf8').matchAll(/from '([^']+)'/g)]
        .map((match) => match[1]!)
        .filter((target) => !target.startsWith('node:') && !/^\.\/[a-z-]+\.mjs$/.test(target)),
    );
    expect(foreign).toEqual([]);
  });
});
