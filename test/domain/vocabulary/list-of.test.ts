import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../../../src/domain/vocabulary/errors.ts';
import { listOf } from '../../../src/domain/vocabulary/list-of.ts';

describe('a list of many faulty items', () => {
  test('is looked at no further than problems are listed', () => {
    let looks = 0;
    const Item = z.unknown().refine(() => {
      looks++;
      return false;
    });
    const judged = listOf(Item).safeParse(Array(50_000).fill(0));
    expect([judged.success, looks, judged.error?.issues.length]).toEqual([false, 100, 100]);
  });

  test('is so in lists of lists, too', () => {
    let looks = 0;
    const Item = z.unknown().refine(() => {
      looks++;
      return false;
    });
    const judged = listOf(z.object({ items: listOf(Item) })).safeParse(Array(300).fill({ items: Array(60).fill(0) }));
    expect([judged.success, looks]).toEqual([false, 120]);
    expect(judged.error?.issues[60]?.path).toEqual([1, 'items', 0]);
  });

  test('is refused where the first hundred items are sound', () => {
    const judged = listOf(z.int()).safeParse([...Array<number>(5_000).fill(0), 'x']);
    expect(judged.error?.issues.map(({ path }) => path)).toEqual([[5_000]]);
  });
});

test('a list is otherwise an array: its value, its bounds, its schema', () => {
  const bounded = listOf(z.string().default('d')).min(1).max(2);
  const array = z.array(z.string().default('d')).min(1).max(2);
  expect(bounded.parse(['a', undefined])).toEqual(['a', 'd']);
  for (const value of [[], ['a', 'b', 'c'], 'a', {}, null, undefined, ['a', 1]]) {
    expect(bounded.safeParse(value).error?.issues).toEqual(array.safeParse(value).error?.issues);
  }
  expect(z.toJSONSchema(bounded)).toEqual(z.toJSONSchema(array));
});

test('whatever is sent or verified holds no other arrays', async () => {
  const root = join(import.meta.dirname, '../../../src/domain');
  const files = await Array.fromAsync(glob('{adjudication,receipts}/*.ts', { cwd: root }));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => /\bz\s*\.array\(/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

describe('a refusal', () => {
  const problem = (pointer: string) => ({ pointer, code: 'rule', detail: 'expected something else' });

  test('lists a hundred problems and counts the rest', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => problem(`/${at}`));
    expect(new ServiceError('guard_failed', 'x', { errors: hundred }).errors).toEqual(hundred);
    const { errors, problemCount } = new ServiceError('guard_failed', 'x', {
      errors: [...hundred, ...hundred],
      unlisted: 7,
    });
    expect(errors).toEqual([...hundred, { pointer: '', code: 'more', detail: '107 further problems are not listed' }]);
    expect(problemCount).toBe(207);
  });

  test('lists fewer where they are long', () => {
    const { errors } = new ServiceError('invalid_request', 'x', {
      errors: Array.from({ length: 50 }, () => problem('/ü'.repeat(1_000))),
    });
    expect(errors).toHaveLength(11);
    expect(errors.at(-1)?.detail).toBe('40 further problems are not listed');
    expect(Buffer.byteLength(JSON.stringify(errors))).toBeLessThan(33_000);
  });
});
