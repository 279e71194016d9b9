import { describe, expect, test } from 'vitest';
import type { AnchorClaim, AnchorLedger } from '../../src/domain/anchors/anchor-ledger.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { anchorStore } from '../../src/storage/anchors.ts';
import type { Database } from '../../src/storage/database.ts';
import { dialects, storesOf } from '../support/stores.ts';

const MAXIMUM = 5_000_000n;
const at = '2026-01-01T00:00:00.000Z';
const later = '2026-01-01T00:01:00.000Z';
const genesisBlock = 'a'.repeat(64);
let counter = 0;
const newHash = (): string => sha256Hex(`ledger ${(counter += 1)}`);

const claimOf = (receiptHash: string, reservedMicroCcd: bigint): AnchorClaim => ({
  receiptHash,
  estimate: {
    energy: 529n,
    microCcd: (reservedMicroCcd * 4n) / 5n,
    reservedMicroCcd,
    rate: { euro_per_energy: '1/50000', microccd_per_euro: '50000000/1', at },
  },
  at,
});

const signedAs = (name: string, sender: string) => ({
  rawHex: Buffer.from(name).toString('hex'),
  transactionHash: sha256Hex(name),
  sender,
  sequenceNumber: 7n,
  expiresAt: 1_800_000_000,
  energy: 529n,
});

const outcomeOf = (transactionHash: string, chargedMicroCcd: bigint, rejected: string | null = null) => ({
  blockHash: 'b'.repeat(64), transactionHash, sender: 'somebody', energy: 529n, chargedMicroCcd, registeredHex: '00', rejected,
}); // prettier-ignore

describe.each(dialects)('the ledger on %s', (dialect) => {
  const stores = storesOf(dialect);
  const fresh = async (): Promise<{ db: Database; ledger: AnchorLedger }> => {
    const db = await stores.open();
    return { db, ledger: anchorStore(db, genesisBlock) };
  };

  test('of many claims at once for one hash, one wins', async () => {
    const { ledger } = await fresh();
    const hash = newHash();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => ledger.claim(claimOf(hash, 100n), MAXIMUM)));
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'known')).toHaveLength(29);
    expect((await ledger.totals()).reservedMicroCcd).toBe(100n);
  });

  test('of claims at once for thirty hashes with room for three, three win', async () => {
    const { ledger } = await fresh();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => ledger.claim(claimOf(newHash(), 1_600_000n), MAXIMUM)),
    );
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(3);
    expect((await ledger.totals()).reservedMicroCcd).toBe(4_800_000n);
  });

  test('claims stay within the maximum to the micro-CCD', async () => {
    const { ledger } = await fresh();
    expect(await ledger.claim(claimOf(newHash(), 4_999_999n), MAXIMUM)).toBe('claimed');
    expect(await ledger.claim(claimOf(newHash(), 2n), MAXIMUM)).toBe('budget_exhausted');
    expect(await ledger.claim(claimOf(newHash(), 1n), MAXIMUM)).toBe('claimed');
    expect(await ledger.claim(claimOf(newHash(), 1n), MAXIMUM)).toBe('budget_exhausted');
    expect((await ledger.totals()).reservedMicroCcd).toBe(MAXIMUM);
  });

  test('only one anchor of an account at a time has the turn', async () => {
    const { ledger } = await fresh();
    const [one, other] = [newHash(), newHash()];
    await ledger.claim(claimOf(one, 10n), MAXIMUM);
    await ledger.claim(claimOf(other, 10n), MAXIMUM);
    expect(
      (await Promise.all([ledger.takeTurn(one, 'account'), ledger.takeTurn(other, 'account')])).filter(Boolean),
    ).toHaveLength(1);
    expect(await ledger.takeTurn(one, 'account')).not.toBe(await ledger.takeTurn(other, 'account'));
    expect(await ledger.takeTurn(newHash(), 'account')).toBe(false);
  });

  test('of two signatures for one hash the first is stored, and the second is not', async () => {
    const { ledger } = await fresh();
    const hash = newHash();
    await ledger.claim(claimOf(hash, 10n), MAXIMUM);
    expect(await ledger.storeSigned(hash, signedAs('without a turn', 'account'), at)).toBe(false);
    await ledger.takeTurn(hash, 'account');
    const stored = await Promise.all(
      ['first', 'second'].map((name) => ledger.storeSigned(hash, signedAs(name, 'account'), at)),
    );
    expect(stored.filter(Boolean)).toHaveLength(1);
    expect(await ledger.storeSigned(hash, signedAs('third', 'account'), at)).toBe(false);
    expect(await ledger.release(hash, 'live_anchoring_disabled', at)).toBe(false);
  });

  test('an anchor is settled once, which frees its turn and its unused money', async () => {
    const { ledger } = await fresh();
    const [hash, next] = [newHash(), newHash()];
    await ledger.claim(claimOf(hash, 1_000n), MAXIMUM);
    await ledger.claim(claimOf(next, 1_000n), MAXIMUM);
    await ledger.takeTurn(hash, 'account');
    const signed = signedAs(`settled ${hash}`, 'account');
    await ledger.storeSigned(hash, signed, at);
    expect(await ledger.markSubmitted(hash, signed.transactionHash, at)).toBe(true);
    expect(await ledger.markSubmitted(hash, signed.transactionHash, at)).toBe(false);
    expect(await ledger.takeTurn(next, 'account')).toBe(false);
    const ends = await Promise.all([
      ledger.settle(hash, outcomeOf(signed.transactionHash, 800n), later),
      ledger.settle(hash, outcomeOf(signed.transactionHash, 800n), later),
      ledger.expire(hash, signed.transactionHash, 'proof', later),
    ]);
    expect(ends.filter(Boolean)).toHaveLength(1);
    const { chargedMicroCcd, reservedMicroCcd } = await ledger.totals();
    expect(reservedMicroCcd).toBe(1_000n);
    expect([0n, 800n]).toContain(chargedMicroCcd);
    expect(await ledger.takeTurn(next, 'account')).toBe(true);
    expect(await ledger.settle(hash, outcomeOf('f'.repeat(64), 1n), later)).toBe(false);
  });

  test('a claim that was given up unsigned may be claimed anew; a signed one never', async () => {
    const { ledger } = await fresh();
    const [unsigned, signed] = [newHash(), newHash()];
    await ledger.claim(claimOf(unsigned, 10n), MAXIMUM);
    expect(await ledger.release(unsigned, 'fee_above_reservation', later)).toBe(true);
    expect(await ledger.claim(claimOf(unsigned, 20n), MAXIMUM)).toBe('claimed');
    await ledger.claim(claimOf(signed, 10n), MAXIMUM);
    await ledger.takeTurn(signed, 'account');
    const transaction = signedAs(`expired ${signed}`, 'account');
    await ledger.storeSigned(signed, transaction, at);
    expect(await ledger.expire(signed, transaction.transactionHash, 'proof', later)).toBe(true);
    expect(await ledger.claim(claimOf(signed, 10n), MAXIMUM)).toBe('known');
  });

  test('the history adds up to what is held and charged, and cannot be changed', async () => {
    const { db, ledger } = await fresh();
    const hash = newHash();
    await ledger.claim(claimOf(hash, 1_000n), MAXIMUM);
    await ledger.takeTurn(hash, 'account');
    const signed = signedAs(`history ${hash}`, 'account');
    await ledger.storeSigned(hash, signed, at);
    await ledger.settle(hash, outcomeOf(signed.transactionHash, 900n, 'outOfEnergy'), later);
    const history = await ledger.history(hash);
    expect(history.map(({ event }) => event)).toEqual(['claimed', 'signed', 'failed']);
    expect(history.reduce((sum, line) => sum + line.reservedChange, 0n)).toBe(0n);
    expect(history.reduce((sum, line) => sum + line.chargedChange, 0n)).toBe(900n);
    await expect(db.knex('anchor_history').update({ note: 'changed' })).rejects.toThrow('append-only');
    await expect(db.knex('anchor_history').delete()).rejects.toThrow('append-only');
    expect(await ledger.history(hash)).toEqual(history);
  });

  test('an imported anchor costs nothing, is not watched, and replaces only a claim without a transaction that may count', async () => {
    const { ledger } = await fresh();
    const [hash, claimed, signed] = [newHash(), newHash(), newHash()];
    const outcome = outcomeOf(newHash(), 5n);
    expect(await ledger.importAnchor(hash, outcome, at)).toBe(true);
    expect(await ledger.importAnchor(hash, outcome, at)).toBe(false);
    expect(await ledger.claim(claimOf(hash, 1n), MAXIMUM)).toBe('known');
    await ledger.claim(claimOf(claimed, 10n), MAXIMUM);
    expect(await ledger.importAnchor(claimed, outcomeOf(newHash(), 5n), at)).toBe(true);
    for (const receiptHash of [hash, claimed])
      expect(await ledger.find(receiptHash)).toMatchObject({
        origin: 'imported',
        state: 'finalized',
        reservedMicroCcd: 0n,
        chargedMicroCcd: 0n,
      });
    expect(await ledger.unsettled()).toEqual([]);
    expect(await ledger.totals()).toEqual({ chargedMicroCcd: 0n, reservedMicroCcd: 0n });

    await ledger.claim(claimOf(signed, 10n), MAXIMUM);
    await ledger.takeTurn(signed, 'account');
    await ledger.storeSigned(signed, signedAs(`imported ${signed}`, 'account'), at);
    expect(await ledger.importAnchor(signed, outcomeOf(newHash(), 5n), at)).toBe(false);
  });

  test('each network counts for itself: one hash on both, with money, turns, counts and leases of its own', async () => {
    const { db, ledger } = await fresh();
    const other = anchorStore(db, 'c'.repeat(64));
    const hash = newHash();
    expect(await ledger.claim(claimOf(hash, MAXIMUM), MAXIMUM)).toBe('claimed');
    expect(await other.totals()).toEqual({ chargedMicroCcd: 0n, reservedMicroCcd: 0n });
    expect([await other.find(hash), await other.unsettled(), await other.list(9)]).toEqual([undefined, [], []]);
    expect(await other.claim(claimOf(hash, MAXIMUM), MAXIMUM)).toBe('claimed');
    expect(await other.claim(claimOf(newHash(), 1n), MAXIMUM)).toBe('budget_exhausted');
    const signed = signedAs(`the same on both ${hash}`, 'account');
    for (const network of [ledger, other]) {
      expect(await network.takeTurn(hash, 'account')).toBe(true);
      expect(await network.storeSigned(hash, signed, at)).toBe(true);
      expect(
        await network.takeLease(`of ${await network.find(hash).then((entry) => entry!.genesisBlock)}`, 0, 100),
      ).toBe(true);
    }
    await ledger.settle(hash, outcomeOf(signed.transactionHash, 800n), later);
    expect((await ledger.find(hash))?.genesisBlock).toBe(genesisBlock);
    expect(await ledger.countByState()).toMatchObject({ prepared: 0, finalized: 1 });
    expect(await other.countByState()).toMatchObject({ prepared: 1, finalized: 0 });
    expect(await other.totals()).toEqual({ chargedMicroCcd: 0n, reservedMicroCcd: MAXIMUM });
    expect((await other.history()).map(({ event }) => event)).toEqual(['claimed', 'signed']);
  });

  test('the lease is held by one, renewed by its holder, and free when its time is over or it is dropped', async () => {
    const { ledger } = await fresh();
    expect(await ledger.takeLease('one', 0, 100)).toBe(true);
    expect(await ledger.takeLease('other', 99, 200)).toBe(false);
    expect(await ledger.takeLease('one', 50, 150)).toBe(true);
    expect(await ledger.takeLease('other', 149, 250)).toBe(false);
    expect(await ledger.takeLease('other', 150, 250)).toBe(true);
    await ledger.dropLease('one');
    expect(await ledger.takeLease('one', 151, 251)).toBe(false);
    await ledger.dropLease('other');
    expect(await ledger.takeLease('one', 152, 252)).toBe(true);
  });
});
