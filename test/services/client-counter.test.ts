import { expect, test } from 'vitest';
import { clientCounter } from '../../src/services/client-counter.ts';

test('a counter knows a bounded number of clients, and forgets the one that was silent for longest', async () => {
  const counter = clientCounter({ requests: 2, seconds: 3_600 }, 100);
  const busy = '203.0.113.1';
  await counter.consume('silent');
  for (let at = 0; at < 1_000; at += 1) {
    await counter.consume(`client ${at}`);
    await counter.consume(busy).catch(() => undefined);
  }
  const known = await Promise.all(Array.from({ length: 1_000 }, (_, at) => counter.get(`client ${at}`)));
  expect(known.filter((one) => one !== null)).toHaveLength(99);
  expect(await counter.get('silent')).toBeNull();
  await expect(counter.consume(busy)).rejects.toMatchObject({ msBeforeNext: expect.any(Number) as number });
});

// A million take four seconds of a processor, and the heap stays where it is then, at 27 MB.
test('by default many clients take the memory of fifty thousand', async () => {
  const counter = clientCounter({ requests: 20, seconds: 3_600 });
  const clients = Array.from({ length: 51_000 }, (_, at) => `2001:db8:${Math.floor(at / 65_536)}:${at % 65_536}`);
  for (const client of clients) await counter.consume(client);
  let known = 0;
  for (const client of clients) if (await counter.get(client)) known += 1;
  expect(known).toBe(50_000);
});
