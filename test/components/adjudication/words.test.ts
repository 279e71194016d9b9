import { expect, test } from 'vitest';
import { orderWords } from '../../../src/components/adjudication/words.ts';
import { buildWorkOrderPack } from '../../../src/domain/adjudication/build-work-order-pack.ts';
import { buildSampleOrder } from '../../../src/domain/adjudication/run-work-order.ts';

test.each([
  ['EUR', 2500, '25.00 EUR'],
  ['EUR', 5, '0.05 EUR'],
  ['JPY', 2500, '2500 JPY'],
  ['KWD', 2500, '2.500 KWD'],
  ['EUR', 0, '0.00 EUR'],
  ['EUR', Number.MAX_SAFE_INTEGER, '90071992547409.91 EUR'],
])('a work order in %s over %d minor units is one over that amount, for people', (currency, amount, words) => {
  const order = buildSampleOrder('any');
  const escrow = { ...order.escrow, currency, amount_minor: amount };
  expect(orderWords(buildWorkOrderPack({ request: { ...order, escrow } })).terms).toBe(
    `${words}, until 2030-01-31 12:00 UTC.`,
  );
});
