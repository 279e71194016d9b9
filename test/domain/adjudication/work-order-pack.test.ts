import { describe, expect, test } from 'vitest';
import { buildWorkOrderPack } from '../../../src/domain/adjudication/build-work-order-pack.ts';
import { buildSampleOrder } from '../../../src/domain/adjudication/run-work-order.ts';
import { WorkOrderRequest } from '../../../src/domain/adjudication/work-order.ts';
import { inputProblems } from '../../../src/domain/vocabulary/input-problems.ts';
import { hashOf as independentHash } from '../../vectors/canonical.mjs';

const order = buildSampleOrder('test');
const [length, sources] = order.acceptance_criteria;

const refusals = (changes: object): string[] =>
  inputProblems(WorkOrderRequest.safeParse({ ...order, ...changes }).error?.issues ?? []).map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );

describe('a work order pack', () => {
  const pack = buildWorkOrderPack({ request: order });

  test('has hashes that independent code computes again', () => {
    const { pack_hash_sha256, ...rest } = pack;
    expect(independentHash(rest)).toBe(pack_hash_sha256);
    expect(independentHash({ schema: 'service.work-order.v1', ...order })).toBe(pack.work_order_hash);
    expect(independentHash(pack.concordium_commitments.pre_work_commitment)).toBe(pack.pre_work_commitment_hash);
  });

  test('shows the bytes that an anchor would register: a CBOR text of the hash', () => {
    for (const { sha256: hash, registered_data_hex } of pack.concordium_commitments.commitments) {
      expect(Buffer.from(registered_data_hex, 'hex')).toEqual(
        Buffer.concat([Buffer.from([0x78, 0x40]), Buffer.from(hash, 'ascii')]),
      );
    }
  });
});

describe('a work order', () => {
  test.each<[string, object, string[]]>([
    ['an unknown member', { urgent: true }, [' unknown_member']],
    [
      'no criterion that is a must',
      { acceptance_criteria: [{ ...length, must: false }], evidence_rules: [] },
      ['/acceptance_criteria rule'],
    ],
    [
      'the same criterion twice',
      { acceptance_criteria: [length, sources, length], evidence_rules: [] },
      ['/acceptance_criteria/2/id rule'],
    ],
    [
      'a rule for no criterion',
      { evidence_rules: [{ criterion_id: 'other', accepted_kinds: ['log'] }] },
      ['/evidence_rules/0/criterion_id rule'],
    ],
    ['a fraction of a cent', { escrow: { ...order.escrow, amount_minor: 1.5 } }, ['/escrow/amount_minor wrong_type']],
    [
      'a deadline in another century',
      { escrow: { ...order.escrow, deadline: '1970-01-01T00:00:00Z' } },
      ['/escrow/deadline rule'],
    ],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, ['/description too_big']],
  ])('with %s is refused at its place', (_, changes, expected) => {
    expect(refusals(changes)).toEqual(expected);
  });
});
