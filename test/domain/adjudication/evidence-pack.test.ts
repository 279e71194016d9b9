import { describe, expect, test } from 'vitest';
import { buildEvidencePack } from '../../../src/domain/adjudication/build-evidence-pack.ts';
import { EvidencePack } from '../../../src/domain/adjudication/evidence-pack.ts';
import {
  type AnchorEvidence,
  buildAnchorEvidence,
  senderAccount,
} from '../../../src/domain/anchors/anchor-evidence.ts';
import { registeredBytesHex } from '../../../src/domain/anchors/registered-data.ts';
import { receiptHash } from '../../../src/domain/receipts/published-receipt.ts';
import { acceptedReceipt, finalAnchor } from '../../support/receipts.ts';
import { hashOf as independentHash } from '../../vectors/canonical.mjs';

const baseUrl = 'https://service.example';
const hash = receiptHash(acceptedReceipt);
const build = (input: Omit<Parameters<typeof buildEvidencePack>[0], 'baseUrl'>) =>
  EvidencePack.parse(buildEvidencePack({ ...input, baseUrl }));

const claim = { by: 'client', text: 'The lamp is broken.', requested_outcome: 'reject_or_refund' as const };

describe('an evidence pack', () => {
  test('has a hash over its sections that independent code computes', () => {
    const { pack_hash_sha256, ...rest } = buildEvidencePack({ receipt: acceptedReceipt, baseUrl });
    expect(independentHash(rest)).toBe(pack_hash_sha256);
  });

  test('is the same to the byte for the same input', () => {
    const input = { receipt: acceptedReceipt, anchor: finalAnchor(hash), dispute: { claim }, baseUrl };
    expect(JSON.stringify(buildEvidencePack(input))).toBe(JSON.stringify(buildEvidencePack(structuredClone(input))));
  });

  test('says of each item what it does and does not prove', () => {
    for (const item of build({ receipt: acceptedReceipt, anchor: finalAnchor(hash) }).evidence_items) {
      expect(item.proves.length, item.id).toBeGreaterThan(0);
      expect(item.does_not_prove.length, item.id).toBeGreaterThan(0);
    }
  });
});

describe('the four cases', () => {
  test('receipt and final anchor: the full pack, with how to check each proof', () => {
    const pack = build({ receipt: acceptedReceipt, anchor: finalAnchor(hash) });
    expect(pack.adjudication_question.case).toBe('receipt_and_finalized_anchor');
    expect(pack.concordium_proofs.anchor_state).toBe('finalized');
    expect(pack.concordium_proofs.proofs.map(({ id, result }) => [id, result])).toEqual([
      ['receipt_hash', 'computed'],
      ['registered_data', 'matches'],
      ['transaction_finality', 'not_checked_here'],
      ['sender', 'not_checked_here'],
    ]);
    for (const proof of pack.concordium_proofs.proofs) expect(proof.how_to_check.length).toBeGreaterThan(1);
    expect(pack.evidence_items.map(({ id }) => id)).toEqual(['decision-receipt', 'anchor', 'offer', 'stock-message']);
    expect(pack.parties.find(({ role }) => role === 'anchor_sender')?.account).toBe(
      'ccd:4221332d34e1694168c2a0c0b3fd0f27:sender-address',
    );
  });

  test('receipt without an anchor: the full pack, which says so', () => {
    const pack = build({ receipt: acceptedReceipt });
    expect(pack.adjudication_question.case).toBe('receipt_without_finalized_anchor');
    expect(pack.concordium_proofs).toMatchObject({ anchor_state: 'not_anchored', anchor: null });
    expect(pack.acceptance_decision).toMatchObject({
      decision: 'accepted',
      within_mandate: 'covered',
      demonstration: true,
    });
    expect(pack.expected_verdict_schema.only_supported_verdict).toBeNull();
  });

  test.each<[string, Partial<AnchorEvidence>]>([
    ['under way', { state: 'submitted', seen_finalized: false, registered_data_hex: null }],
    ['not looked up by the service', { seen_finalized: false }],
    ['on a simulated chain', { network: `simulation:${'5'.repeat(64)}` }],
    ['of other bytes', { registered_data_hex: registeredBytesHex('0'.repeat(64)) }],
    ['failed', { state: 'failed', registered_data_hex: null }],
    ['expired', { state: 'expired', registered_data_hex: null }],
  ])('an anchor that is %s does not count as final', (_, changes) => {
    const pack = build({ receipt: acceptedReceipt, anchor: finalAnchor(hash, changes) });
    expect(pack.adjudication_question.case).toBe('receipt_without_finalized_anchor');
    expect(pack.evidence_items.map(({ id }) => id)).not.toContain('anchor');
    expect(pack.concordium_proofs.anchor_state).toBe(changes.state ?? 'finalized');
  });

  test('only the anchor: historical-anchor-only, with the one verdict that it supports', () => {
    const pack = build({ anchor: finalAnchor(hash) });
    expect(pack.adjudication_question.case).toBe('historical_anchor_only');
    expect(pack).toMatchObject({ merchant_policy: null, acceptance_decision: null, mandate_scope: null });
    expect(pack.expected_verdict_schema.only_supported_verdict).toMatchObject({
      accepted_correctly: null,
      recommended_outcome: 'insufficient_evidence',
    });
  });

  test('neither: refused as unknown_receipt, with what to do', () => {
    expect(() => build({})).toThrow(
      expect.objectContaining({ code: 'unknown_receipt', message: expect.stringMatching(/preview-dispute/) }),
    );
  });

  test('an anchor of another receipt is an internal error and never evidence', () => {
    expect(() => build({ receipt: acceptedReceipt, anchor: finalAnchor('0'.repeat(64)) })).toThrow(TypeError);
  });
});

describe('a dispute', () => {
  const dispute = {
    claim,
    evidence_items: [{ id: 'photo', kind: 'screenshot', sha256: 'e'.repeat(64), statement: 'The lamp, broken.' }],
  };

  test('is stated in the adjudication question, its words marked and after those of the service', () => {
    const { adjudication_question: question } = build({ receipt: acceptedReceipt, dispute });
    expect(question.kind).toBe('dispute');
    expect(question.question).toMatch(/disputed and the outcome reject_or_refund is requested/);
    expect(question.dispute?.claim).toEqual({ provenance: 'supplied_by_party', text: claim.text });
    expect(Object.keys(question).at(-1)).toBe('dispute');
    expect(question.question).not.toContain(claim.text);
  });

  test('puts the claimant’s items behind what is attested', () => {
    const items = build({ receipt: acceptedReceipt, dispute }).evidence_items;
    expect(items.map(({ provenance }) => provenance)).toEqual([
      'attested',
      'attested',
      'supplied_by_party',
      'supplied_by_party',
    ]);
    expect(items.at(-1)).toMatchObject({ id: 'photo', named_by: 'claimant', statement: { text: 'The lamp, broken.' } });
  });

  test('about a receipt that somebody sent attests nothing, whatever the receipt says of itself', () => {
    const pack = build({ receipt: acceptedReceipt, receiptSource: 'supplied_by_party', dispute });
    expect(new Set(pack.evidence_items.map(({ provenance }) => provenance))).toEqual(new Set(['supplied_by_party']));
    expect(pack.parties.every(({ provenance }) => provenance === 'supplied_by_party')).toBe(true);
    expect(pack.acceptance_decision?.receipt_source).toBe('supplied_by_party');
    expect(JSON.stringify(pack)).not.toContain('/data/decision-receipts/');
  });
});

describe('what a pack takes from an anchor', () => {
  test('registered bytes are stated only once a block holds them', () => {
    const record = {
      receipt_hash_sha256: hash,
      registered_bytes_hex: registeredBytesHex(hash),
      times: { settled_at: '2026-11-10T09:00:00Z' },
    };
    const from = (state: string) => buildAnchorEvidence({ ...record, state } as never);
    expect(from('finalized').registered_data_hex).toBe(record.registered_bytes_hex);
    expect(from('submitted')).toMatchObject({ registered_data_hex: null, finalized_at: null });
  });

  test('the sender is named with the chain of the anchor', () => {
    expect(senderAccount(finalAnchor(hash, { network: 'mainnet' }))).toBe(
      'ccd:9dd9ca4d19e9393877d2c44b70f89acb:sender-address',
    );
    expect(senderAccount(finalAnchor(hash, { network: `genesis:${'7'.repeat(64)}` }))).toBe(
      `ccd:${'7'.repeat(32)}:sender-address`,
    );
    expect(senderAccount(finalAnchor(hash, { sender: null }))).toBeNull();
  });
});
