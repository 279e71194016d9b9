import { expect, test } from 'vitest';
import { bounded } from '../../src/storage/bounded.ts';

test('a call beyond the bound is refused at once with Retry-After, all such refusals share one failure, and later calls succeed', async () => {
  const held = Promise.withResolvers<string>();
  const call = bounded(2, 'try it out', () => held.promise);
  const admitted = [call(), call()];
  const refused = await Promise.allSettled([call(), call()]);
  const reasons = refused.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as Error) : undefined));
  expect(reasons[0]).toMatchObject({ code: 'storage_unavailable', retryAfterSeconds: 5 });
  expect(reasons[1]).toBe(reasons[0]);
  held.resolve('done');
  expect(await Promise.all(admitted)).toEqual(['done', 'done']);
  expect(await call()).toBe('done');
});

test('calls that fail make room as well', async () => {
  const call = bounded(1, 'try it out', () => Promise.reject(new Error('the store is away')));
  await expect(call()).rejects.toThrow('the store is away');
  await expect(call()).rejects.toThrow('the store is away');
});
