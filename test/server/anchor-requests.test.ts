import { describe, expect, inject, test } from 'vitest';
import { KIT, lookUp, preview } from '../support/anchor-requests.ts';
import { call } from '../support/call.ts';
import { hashNamed } from '../support/chain-double/world.ts';
import { expectProblem } from '../support/problem.ts';
import { acceptedReceipt } from '../support/receipts.ts';

describe('what is asked', () => {
  const server = { url: inject('site') };
  const hash = hashNamed('asked');

  test.each([
    ['neither a receipt nor a hash', {}, [' rule']],
    ['both', { receipt: acceptedReceipt, receipt_hash_sha256: hash }, [' rule']],
    [
      'both, each wrong in itself',
      { receipt: {}, receipt_hash_sha256: 'x' },
      expect.arrayContaining([' rule', '/receipt/reason missing', '/receipt_hash_sha256 wrong_format']),
    ],
    ['a hash in capitals', { receipt_hash_sha256: hash.toUpperCase() }, ['/receipt_hash_sha256 wrong_format']],
    [
      'a receipt that states another hash',
      { receipt: { ...acceptedReceipt, receipt_hash_sha256: hash } },
      ['/receipt/receipt_hash_sha256 hash_mismatch'],
    ],
  ])('must not be %s', async (_, body, problems) => {
    expect(expectProblem(await preview(server, body), 'invalid_request')).toEqual(problems);
  });

  test.each(['abc', `${hash}0`, hash.replace(/./, 'g'), '%00'])(
    'as a hash in the address must have 64 hexadecimal digits, not be %s',
    async (text) => {
      expect(expectProblem(await lookUp(server, text), 'invalid_hash')).toEqual([' wrong_format']);
    },
  );

  test('and is not known is answered with 404', async () => {
    expectProblem(await lookUp(server, hash), 'not_found');
  });

  test('may be asked by scripts of other sites, but for live anchoring', async () => {
    for (const [name, allowed] of [
      ['anchor-preview', '*'],
      ['manifest', '*'],
      [`anchors/${hash}`, '*'],
      ['anchor-live', null],
    ] as const) {
      const preflight = await call(`${server.url}${KIT}/${name}`, { method: 'OPTIONS' });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin'), name).toBe(allowed);
    }
  });
});
