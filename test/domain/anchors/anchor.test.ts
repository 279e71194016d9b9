import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feeMicroCcd, registerDataEnergy, reservationMicroCcd } from '../../../src/domain/anchors/anchor-chain.ts';
import { AnchorPreview, type AnchorQuestion, buildAnchorPreview } from '../../../src/domain/anchors/anchor-plan.ts';
import { ImportFile } from '../../../src/domain/anchors/anchor-request.ts';
import { AnchorState, nextStep, stateMeaning } from '../../../src/domain/anchors/anchor-state.ts';
import { registeredBytesHex } from '../../../src/domain/anchors/registered-data.ts';
import { explorerAddress, networkOfGenesis, networkOfSetting } from '../../../src/domain/chains/network.ts';

const hash = '0123456789abcdef'.repeat(4);

describe('registered bytes', () => {
  test('a hash becomes the 66 bytes 78 40 and its 64 ASCII digits', () => {
    expect(registeredBytesHex(hash)).toBe(`7840${Buffer.from(hash, 'ascii').toString('hex')}`);
  });
});

describe('what an anchor costs', () => {
  test.each([
    [66, 1, 529n],
    [66, 2, 629n],
    // As other SDKs publish them.
    [5, 2, 568n],
    [4, 3, 667n],
  ])('%i bytes with %i signatures take %i energy', (bytes, signatures, energy) => {
    expect(registerDataEnergy(bytes, signatures)).toBe(energy);
  });

  const rate = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });

  test('a fee is rounded up', () => {
    const rates = { euroPerEnergy: rate(1n, 3n), microCcdPerEuro: rate(1n, 1n) };
    expect([feeMicroCcd(10n, rates), feeMicroCcd(9n, rates)]).toEqual([4n, 3n]);
  });

  test('the example of a fee in OPERATIONS.md is what the formula gives', () => {
    const said =
      /states, for example, (\d)\/([\d,]+) euro and (\d+) CCD, that is ([\d.]+) CCD, and\s+5 CCD buy (\d+) anchors/.exec(
        readFileSync(join(import.meta.dirname, '../../../OPERATIONS.md'), 'utf8'),
      )!;
    const [euro, units, ccd, stated, count] = said.slice(1).map((text) => text.replaceAll(',', ''));
    const rates = {
      euroPerEnergy: rate(BigInt(euro!), BigInt(units!)),
      microCcdPerEuro: rate(BigInt(ccd!) * 1_000_000n, 1n),
    };
    const fee = feeMicroCcd(registerDataEnergy(66, 1), rates);
    expect(Number(fee) / 1e6).toBe(Number(stated));
    // Before each anchor, what was spent and the reservation of the next are within the budget.
    expect(BigInt(count!)).toBe((5_000_000n - reservationMicroCcd(fee)) / fee + 1n);
  });

  test('a reservation is the least whole number that is a quarter more than the fee', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (fee) => {
        const reserved = reservationMicroCcd(fee);
        expect(reserved * 4n >= fee * 5n && (reserved - 1n) * 4n < fee * 5n).toBe(true);
      }),
    );
  });
});

describe('networks', () => {
  test('the names of the settings lead to their genesis blocks and back', () => {
    for (const name of ['mainnet', 'testnet'])
      expect(networkOfGenesis(networkOfSetting(name).genesisBlock).name).toBe(name);
    expect(networkOfSetting(`genesis:${hash}`)).toEqual({
      name: `genesis:${hash}`,
      genesisBlock: hash,
      simulation: false,
    });
  });

  test('a simulation is called one by its genesis block, and has no public explorer', () => {
    const genesis = `${Buffer.from('SIMULATION').toString('hex')}${'0'.repeat(44)}`;
    expect(networkOfSetting(`genesis:${genesis}`)).toEqual({
      name: `simulation:${genesis}`,
      genesisBlock: genesis,
      simulation: true,
    });
    expect(explorerAddress(`simulation:${genesis}`, hash)).toBeNull();
    expect(explorerAddress('testnet', hash)).toContain(hash);
  });

  test.each(['Mainnet', 'stagenet', 'genesis:', `genesis:${hash}0`, ''])('%j is no network', (text) => {
    expect(() => networkOfSetting(text)).toThrow(TypeError);
  });
});

describe('the preview', () => {
  const quote = {
    rates: {
      euroPerEnergy: { numerator: 1n, denominator: 529n },
      microCcdPerEuro: { numerator: 1_000_000n, denominator: 1n },
    },
    at: '2026-01-01T00:00:00.000Z',
    blockHash: hash,
    account: { usable: true, sender: 'somebody', signatures: 1, availableMicroCcd: 10_000_000n },
  } as const;
  const question = (more: Partial<AnchorQuestion> = {}): AnchorQuestion => ({
    receiptHash: hash,
    network: networkOfSetting('testnet'),
    adminTokenSet: true,
    liveAllowed: true,
    nodeConfigured: true,
    walletConfigured: true,
    known: undefined,
    quote,
    totals: { chargedMicroCcd: 0n, reservedMicroCcd: 0n },
    now: new Date(quote.at),
    ...more,
  });

  const preview = (more: Partial<AnchorQuestion> = {}) => buildAnchorPreview(question(more), 'http://localhost:4321');
  const codesOf = (more: Partial<AnchorQuestion>) => preview(more).reasons.map(({ code }) => code);

  test('goes ahead when nothing is in the way', () => {
    expect(AnchorPreview.parse(preview())).toMatchObject({
      would_go_ahead: true,
      reasons: [],
      energy: 529,
      cost: { microccd: '1000000', reservation_microccd: '1250000' },
    });
  });

  test('names every reason at once, in the order of the gate', () => {
    const found = codesOf({
      adminTokenSet: false,
      liveAllowed: false,
      quote: { ...quote, account: { ...quote.account, availableMicroCcd: 1n } },
      totals: { chargedMicroCcd: 3_000_000n, reservedMicroCcd: 1_000_000n },
    });
    expect(found).toEqual([
      'admin_token_not_set',
      'live_anchoring_disabled',
      'budget_exhausted',
      'account_balance_too_low',
    ]);
  });

  test('stays within the budget to the micro-CCD', () => {
    const after = (chargedMicroCcd: bigint) => codesOf({ totals: { chargedMicroCcd, reservedMicroCcd: 0n } });
    expect([after(3_750_000n), after(3_750_001n)]).toEqual([[], ['budget_exhausted']]);
  });

  test('counts what is held for unfinished anchors against the balance, and what is charged is no longer there', () => {
    const holding = (reserved: bigint, available: bigint) =>
      codesOf({
        quote: { ...quote, account: { ...quote.account, availableMicroCcd: available } },
        totals: { chargedMicroCcd: 1_000_000n, reservedMicroCcd: reserved },
      });
    expect(holding(1_250_000n, 2_500_000n)).toEqual([]);
    expect(holding(1_250_000n, 2_499_999n)).toEqual(['account_balance_too_low']);
  });

  test('refuses while the clock and the last finalized block are more than two minutes apart, either way', () => {
    const apart = (milliseconds: number) => codesOf({ now: new Date(Date.parse(quote.at) + milliseconds) });
    for (const sign of [1, -1]) {
      expect(apart(sign * 120_000)).toEqual([]);
      expect(apart(sign * 120_001)).toEqual(['clock_differs']);
    }
  });

  test('gives no amount without a rate', () => {
    expect(AnchorPreview.parse(preview({ quote: 'node_unavailable' }))).toMatchObject({
      would_go_ahead: false,
      cost: { rate_status: 'rate_unavailable', microccd: null },
      reasons: [{ code: 'node_unavailable' }],
    });
  });
});

test('every state says what it means and what comes next, for anchors of ours and for imported ones', () => {
  for (const state of AnchorState.options) {
    for (const origin of ['this_service', 'imported'] as const) {
      for (const transactionHash of [null, hash]) {
        const situation = { state, origin, transactionHash };
        expect(stateMeaning(situation).length).toBeGreaterThan(20);
        expect(nextStep(situation).length).toBeGreaterThan(20);
      }
    }
  }
});

test('a file to import holds one anchor or a list, and each needs hash, network and transaction', () => {
  const anchor = { receipt_hash_sha256: hash, network: 'testnet', transaction_hash: hash };
  expect(ImportFile.parse(anchor)).toEqual([anchor]);
  expect(ImportFile.parse([anchor, { ...anchor, sender: null, state: 'finalized' }])).toHaveLength(2);
  for (const wrong of [
    [],
    {},
    [{ ...anchor, network: 'somewhere' }],
    [{ ...anchor, transaction_hash: 'x' }],
    null,
    'text',
  ]) {
    expect(ImportFile.safeParse(wrong).success).toBe(false);
  }
});
