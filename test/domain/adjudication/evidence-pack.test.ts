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
import { acceptedReceipt, finalAnchor, shippedReceipts } from '../../support/receipts.ts';
import { hashOf as independentHash } from '../../vectors/canonical.mjs';

const baseUrl = 'https://service.example';
const hash = receiptHash(acceptedReceipt);
const build = (input: Omit<Parameters<typeof buildEvidencePack>[0], 'baseUrl'>) =>
  EvidencePack.parse(buildEvidencePack({ ...input, baseUrl }));

describe('an evidence pack', () => {
  test('asks about a decision outside its mandate with the words of what is broken', () => {
    const question = (name: string) => build({ receipt: shippedReceipts[name]! }).adjudication_question.question;
    expect(question('demonstration-too-expensive')).toMatch(
      / of this pack\? The decision is outside its mandate\. The amount, EUR 129\.00, is more than the EUR 80\.00 allowed\.$/,
    );
    for (const name of ['demonstration-accepted', 'demonstration-escalated'])
      expect(question(name)).toMatch(/ of this pack\?$/);
  });

  test('has a hash over its sections that independent code computes', () => {
    const { pack_hash_sha256, ...rest } = buildEvidencePack({ receipt: acceptedReceipt, baseUrl });
    expect(independentHash(rest)).toBe(pack_hash_sha256);
  });

  test('says about each item what it does and does not prove', () => {
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
    expect(pack.concordium_proofs.how_to_check.join(' ')).toContain(registeredBytesHex(hash));
    expect(pack.evidence_items.map(({ id }) => id)).toEqual(['decision-receipt', 'anchor', 'offer', 'stock-message']);
    expect(pack.parties.find(({ role }) => role === 'anchor_sender')?.account).toBe(
      'ccd:4221332d34e1694168c2a0c0b3fd0f27:sender-address',
    );
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

  test('an anchor of another receipt is an internal error and never evidence', () => {
    expect(() => build({ receipt: acceptedReceipt, anchor: finalAnchor('0'.repeat(64)) })).toThrow(TypeError);
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
