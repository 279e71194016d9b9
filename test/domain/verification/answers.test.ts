import { describe, expect, test } from 'vitest';
import { buildEvidencePack } from '../../../src/domain/adjudication/build-evidence-pack.ts';
import { webSha256 as sha256 } from '../../../src/domain/json/sha256.ts';
import { type KnownKey, knownKeys } from '../../../src/domain/keys/public-key.ts';
import { signedText } from '../../../src/domain/keys/signature.ts';
import { receiptCanonicalText } from '../../../src/domain/receipts/decision-receipt.ts';
import { receiptHash } from '../../../src/domain/receipts/published-receipt.ts';
import { verifyDocument, verifyText } from '../../../src/domain/verification/verify.ts';
import { newSigningKey } from '../../../src/signing/key-file.ts';
import { openSigner } from '../../../src/signing/sign.ts';
import { acceptedReceipt, finalAnchor } from '../../support/receipts.ts';

const address = 'https://service.example';
const { signatures: _signatures, ...unsignedReceipt } = acceptedReceipt;
const hash = receiptHash(unsignedReceipt);
const decisions = await newSigningKey('decisions');
const service = await newSigningKey('service');
const listed = (members: object = {}): KnownKey[] =>
  knownKeys(
    [decisions, service].map(({ kid, use, publicJwk }) => ({
      kid,
      use,
      public_key: publicJwk,
      valid_from: '2026-01-01T00:00:00Z',
      ...members,
    })),
    { by: 'address', address },
  );
const at = new Date(acceptedReceipt.decided_at);
const stated = { ...unsignedReceipt, receipt_hash_sha256: hash };
const signed = {
  ...stated,
  signatures: [await openSigner(decisions)(receiptCanonicalText(unsignedReceipt), at)],
};
const keys = listed();
/** The beginning of a thumbprint as a headline gives it, which is enough to tell keys apart. */
const short = `${decisions.kid.slice(0, 8)}…`;

describe('the headline', () => {
  test.each<[string, object, object, string]>([
    ['an unsigned receipt', stated, {}, 'Intact. Origin not shown. Not anchored, or not looked up.'],
    [
      'a signed receipt',
      signed,
      { keys },
      `Intact and signed by decision key ${short} (published at ${address}). Not anchored, or not looked up.`,
    ],
    [
      'a receipt that is intact, signed and anchored',
      signed,
      { keys, anchoredAt: '2026-11-18T00:00:00Z' },
      `Intact and signed by decision key ${short} (published at ${address}). Anchored: final on the chain since 2026-11-18T00:00:00Z.`,
    ],
    [
      'a receipt whose anchor was seen on a network that is known',
      signed,
      { keys, anchoredAt: '2026-11-18T00:00:00Z', anchoredOn: 'testnet' },
      `Intact and signed by decision key ${short} (published at ${address}). Anchored: final on Concordium testnet since 2026-11-18T00:00:00Z.`,
    ],
    [
      'a receipt signed by a key that only signs demonstrations',
      signed,
      { keys: listed({ demonstration: true }) },
      `Intact and signed by decision key ${short} (published at ${address}; a demonstration key). Not anchored, or not looked up.`,
    ],
    [
      'a receipt signed by a key that is not at hand',
      signed,
      {},
      'Intact. Origin not shown: the key is not among the keys at hand. Not anchored, or not looked up.',
    ],
    [
      'a receipt with another decision and its hash made anew',
      {
        ...signed,
        decision: 'rejected',
        receipt_hash_sha256: receiptHash({ ...unsignedReceipt, decision: 'rejected' }),
      },
      { keys, anchoredAt: '2026-11-18T00:00:00Z' },
      'The signature of the receipt is refused: the signature is not that of the key over this document.',
    ],
    [
      'a receipt with another decision',
      { ...stated, decision: 'rejected' },
      { keys },
      'Not intact: it does not have the hash that is stated or asked for.',
    ],
    [
      'an unsigned receipt without a hash',
      unsignedReceipt,
      {},
      'Consistent, but no hash is stated that it could be compared with. Origin not shown. Not anchored, or not looked up.',
    ],
  ])('of %s says no more than the weakest answer', async (_, document, options, headline) => {
    const found = await verifyDocument(document, { sha256, ...options });
    expect(found.headline).toBe(
      found.outcome === 'fail' ? headline : `${headline} The decision is within its mandate.`,
    );
  });

  test('of a pack says apart what the pack and the receipt in it show', async () => {
    const headlineOf = async (receipt: typeof acceptedReceipt, isSigned: boolean) => {
      const pack = buildEvidencePack({ receipt, anchor: undefined, baseUrl: address });
      const signature = await openSigner(service)(signedText({ ...pack }, 'pack_hash_sha256'), at);
      const document = isSigned ? { ...pack, signatures: [signature] } : pack;
      return (await verifyDocument(document, { sha256, keys })).headline;
    };
    const end = 'Not anchored, or not looked up. The decision is within its mandate.';
    const by = (use: string, { kid } = decisions) =>
      `signed by ${use} key ${kid.slice(0, 8)}… (published at ${address}).`;
    expect(await headlineOf(signed, false)).toBe(`Intact. Pack: origin not shown. Receipt: ${by('decision')} ${end}`);
    expect(await headlineOf(signed, true)).toBe(
      `Intact. Pack: ${by('service', service)} Receipt: ${by('decision')} ${end}`,
    );
    expect(await headlineOf(stated, false)).toBe(`Intact. Origin not shown. ${end}`);
  });

  test('of a decision outside its mandate says so, whatever else it says', async () => {
    const outside = { ...unsignedReceipt, decided_at: '2026-12-24T00:00:00Z' };
    const badly = { ...outside, signatures: signed.signatures };
    const end = / The decision is outside its mandate\. Decided after the mandate ended\.$/;
    for (const [document, outcome] of [
      [{ ...outside, receipt_hash_sha256: receiptHash(outside) }, 'unverified'],
      [badly, 'fail'],
    ] as const)
      expect(await verifyDocument(document, { sha256, keys })).toMatchObject({
        outcome,
        headline: expect.stringMatching(end) as string,
        mandate: { result: 'not_covered' },
      });
    expect((await verifyDocument({ ...stated, ...outside }, { sha256, keys })).mandate).toBeNull();
  });

  test('of what is no JSON speaks of no forgery', async () => {
    for (const text of ['', 'A letter.', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)]) {
      const found = await verifyText(text, { sha256 });
      expect(found).toMatchObject({ outcome: 'unusable', headline: expect.stringContaining('This is not JSON') });
    }
  });
});

test('only what is intact, signed and anchored passes, and every answer has a next step', async () => {
  const anchoredAt = '2026-11-18T00:00:00Z';
  expect(await verifyDocument(signed, { sha256, keys, anchoredAt })).toMatchObject({ outcome: 'pass' });
  for (const [document, options] of [
    [signed, { keys }],
    [stated, { keys, anchoredAt }],
    [unsignedReceipt, {}],
  ] as const) {
    const { outcome, answers } = await verifyDocument(document, { sha256, ...options });
    expect(outcome).toBe('unverified');
    for (const { next_step } of Object.values(answers)) expect(next_step).not.toBe('');
  }
});

test('keys are asked for only where there are signatures', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return keys;
  };
  await verifyDocument(stated, { sha256, keys: ask });
  expect(asked).toBe(0);
  expect((await verifyDocument(signed, { sha256, keys: ask })).answers.from_whom.result).toBe('pass');
  expect(asked).toBe(1);
});

test('an anchor on a private chain passes nowhere, whatever a node says', async () => {
  const anchor = finalAnchor(hash, { network: `genesis:${'ab'.repeat(32)}` });
  const pack = buildEvidencePack({ receipt: acceptedReceipt, anchor, baseUrl: address });
  for (const result of ['pass', 'unverified'] as const) {
    const { checks, answers } = await verifyDocument(pack, {
      sha256,
      anchoredAt: '2026-11-18T00:00:00Z',
      anchorAtNode: { result, reason: 'The node says so.' },
    });
    expect(checks.find(({ id }) => id === 'anchor_state')!.result).toBe('unverified');
    expect(answers.since_when.result).toBe('unverified');
  }
});

test('one who asked a node already is not told to ask one, but what is missing', async () => {
  const since = async (network: string, options: object) => {
    const pack = buildEvidencePack({
      receipt: acceptedReceipt,
      anchor: finalAnchor(hash, { network }),
      baseUrl: address,
    });
    return (await verifyDocument(pack, { sha256, ...options })).answers.since_when;
  };
  const unconfirmed = { anchorAtNode: { result: 'unverified', reason: 'The node could not confirm it.' } };
  expect((await since('testnet', {})).next_step).toMatch(/^Ask a node of the chain about the anchor that it states/);
  const unanchored = buildEvidencePack({ receipt: acceptedReceipt, baseUrl: address });
  for (const document of [unanchored, acceptedReceipt]) {
    const { next_step } = (await verifyDocument(document, { sha256 })).answers.since_when;
    expect(next_step).toMatch(/^The document claims no anchor\. Its issuer can anchor its hash/);
  }
  for (const network of ['testnet', `simulation:${'53494d554c4154494f4e'.padEnd(64, '0')}`])
    expect(await since(network, unconfirmed)).toEqual({
      result: 'unverified',
      words: 'Not shown by the node that was asked.',
      next_step: expect.stringMatching(/Only an anchor that is final on mainnet or testnet/),
    });
});
