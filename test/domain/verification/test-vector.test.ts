import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readKeys } from '../../../src/domain/keys/keys-document.ts';
import { knownKeys } from '../../../src/domain/keys/public-key.ts';
import { TestVectorIndex } from '../../../src/domain/verification/test-vector.ts';
import { CheckId } from '../../../src/domain/verification/verification.ts';
import { verifyText } from '../../../src/domain/verification/verify.ts';

const folder = join(import.meta.dirname, '../../../datasets/vectors');
const { vectors } = TestVectorIndex.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
const scratch = mkdtempSync(join(tmpdir(), 'vectors-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const read = (where: string) =>
  Object.fromEntries(
    readdirSync(where)
      .toSorted()
      .map((name) => [name, readFileSync(join(where, name)).toString('base64')]),
  );

describe('the test vectors', () => {
  test.each(vectors)(
    '$name: $rule',
    async ({ input, keys, anchored_at, receipt_hash_sha256, receipts = [], expected }) => {
      const file = (name: string) => readFileSync(join(folder, name));
      // A list that is refused gives no key.
      const listed = keys === undefined ? [] : (await readKeys(JSON.parse(file(keys).toString()))).keys;
      const { outcome, hash_sha256, checks, mandate } = await verifyText(file(input), {
        keys: knownKeys(listed, { by: 'file', name: keys ?? '' }),
        anchoredAt: anchored_at,
        receiptHash: receipt_hash_sha256 ?? undefined,
        receipts: receipts.map(file),
      });
      const found = Object.fromEntries(checks.map(({ id, result }) => [id, result]));
      const judged = 'mandate' in expected ? { mandate: mandate?.result ?? null } : {};
      expect({ outcome, hash_sha256, checks: found, ...judged }).toEqual(expected);
    },
  );

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
