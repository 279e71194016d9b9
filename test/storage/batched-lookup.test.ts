import { expect, test } from 'vitest';
import { batchedLookup } from '../../src/storage/batched-lookup.ts';

/** A store whose statements end on command. */
const heldStore = () => {
  const statements: { keys: readonly string[]; end(): void; fail(): void }[] = [];
  const load = (keys: readonly string[]) =>
    new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
      statements.push({
        keys,
        end: () => resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `value of ${key}`]))),
        fail: () => reject(new Error('the store is gone')),
      });
    });
  return { statements, load };
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('look-ups of one turn share a statement, and each gets its own value', async () => {
  const { statements, load } = heldStore();
  const find = batchedLookup(load, 10);
  const answers = Promise.all(['a', 'b', 'a', 'none'].map(find));
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([['a', 'b', 'none']]);
  statements[0]!.end();
  expect(await answers).toEqual(['value of a', 'value of b', 'value of a', undefined]);
});

test('a look-up never joins a statement that began before it', async () => {
  const { statements, load } = heldStore();
  const find = batchedLookup(load, 10);
  const first = find('a');
  await turn();
  const second = find('a');
  statements[0]!.end();
  await first;
  await turn();
  expect(statements).toHaveLength(2);
  statements[1]!.end();
  expect(await second).toBe('value of a');
});

test('no statement exceeds the maximum, and a failure reaches only the look-ups of its statement', async () => {
  const { statements, load } = heldStore();
  const find = batchedLookup(load, 2);
  const answers = ['a', 'b', 'c'].map(find);
  await turn();
  expect(statements[0]!.keys).toEqual(['a', 'b']);
  statements[0]!.fail();
  await expect(answers[0]).rejects.toThrow('the store is gone');
  await expect(answers[1]).rejects.toThrow('the store is gone');
  await turn();
  statements[1]!.end();
  expect(await answers[2]).toBe('value of c');
});
