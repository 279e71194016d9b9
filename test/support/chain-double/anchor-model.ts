import { expect } from 'vitest';
import { simulatedAccount } from '../../../src/devnet/account.ts';
import { openSimulatedChain, simulatedGenesis } from '../../../src/devnet/chain.ts';
import type { AnchorChain } from '../../../src/domain/anchors/anchor-chain.ts';
import type { LedgerEntry } from '../../../src/domain/anchors/anchor-ledger.ts';
import { MAX_CHAIN_SPEND_MICROCCD } from '../../../src/domain/anchors/anchor-plan.ts';
import { isServiceError } from '../../../src/domain/vocabulary/errors.ts';
import { anchoring } from '../../../src/services/anchoring/anchoring.ts';
import { anchorStore } from '../../../src/storage/anchors.ts';
import type { Database } from '../../../src/storage/database.ts';
import { inProcessChain, type LineFailures } from './in-process-chain.ts';
import { hashNamed, QUICK_PACE, ratesFor } from './world.ts';

const MINUTE = 60_000;
/** How far the clocks may be apart (SPEC.md §10.8). */
const TOLERANCE = 2 * MINUTE;
const hashes = Array.from({ length: 5 }, (_, at) => hashNamed(`of the model, ${at}`));

/** What a fee reserves (SPEC.md §10.4). */
const reservationOf = (fee: bigint): bigint => (fee * 5n + 3n) / 4n;

/**
 * Two processes over one store and one simulated chain, with everything that can go wrong at hand. Each call says what it
 * expects of the answer by arithmetic of its own; {@link checkLedger} says what must hold at any time.
 */
export const openAnchorModel = (db: Database, balance: bigint) => {
  let clock = Date.parse('2026-03-01T12:00:00Z');
  let fee = 1_000_000n;
  const account = simulatedAccount('of the model', 1, balance);
  const chain = openSimulatedChain(simulatedGenesis('model'), [account], ratesFor(fee), () => clock);
  const line: LineFailures = { down: false, loseAnswers: 0 };
  const ledger = anchorStore(db, chain.genesisBlock);
  const answers: string[] = [];
  const sent = new Set<string>();
  const processes = [0, 1].map((at) => ({ skew: 0, live: true, holder: `process ${at}`, lives: 0 }));
  type Process = (typeof processes)[number];

  const read = async () => ({ entries: await ledger.list(100), history: await ledger.history() });
  let asRead: ReturnType<typeof read> | undefined;
  // Read anew after each statement that changes it: between them, it is asked for ten thousand times.
  db.knex.on('query', ({ sql }: { sql: string }) => {
    if (/^(?!select).*anchor/is.test(sql)) asRead = undefined;
  });
  const stored = () => (asRead ??= read());
  const entries = async (): Promise<LedgerEntry[]> => (await stored()).entries;
  const nowOf = ({ skew }: Process) => new Date(clock + skew);
  const clocksDiffer = (process: Process): boolean =>
    Math.abs(nowOf(process).getTime() - chain.lastFinalized().time) > TOLERANCE;
  const finalFee = (): bigint => chain.lastFinalized().rates.microCcdPerEuro[0];
  const finalBalance = (): bigint => chain.lastFinalized().accounts.get(account.address)!.balance;

  const chainFor = (process: Process): AnchorChain => {
    const plain = inProcessChain(chain, line, async (transactionHash) => {
      const stored = (await entries()).find((entry) => entry.transactionHash === transactionHash);
      expect(stored, 'only stored bytes are sent').toBeDefined();
      const firstTime = !sent.has(transactionHash);
      if (!firstTime) expect(finalFee(), 'no fee above what is held').toBeLessThanOrEqual(stored!.reservedMicroCcd);
      expect(process.live, 'nothing is sent while the setting is off').toBe(true);
      sent.add(transactionHash);
    });
    return {
      ...plain,
      sign(data, expiresAt) {
        expect(process.live && !clocksDiffer(process), 'nothing is signed with a wrong clock or when off').toBe(true);
        return plain.sign(data, expiresAt);
      },
    };
  };

  /** A service that dies at this step: what it was doing never ends. */
  const serviceOf = (process: Process, dieAt: string | undefined, mayWatch: boolean) => {
    const died = Promise.withResolvers<'died'>();
    const service = anchoring({
      ledger: mayWatch ? ledger : { ...ledger, takeLease: () => Promise.resolve(false) },
      chain: chainFor(process),
      network: { name: 'simulation:model', genesisBlock: chain.genesisBlock } as never,
      walletConfigured: true,
      adminTokenSet: true,
      liveAllowed: process.live,
      siteUrl: 'http://localhost:4321',
      holder: `${process.holder}, life ${process.lives}`,
      now: () => nowOf(process),
      pace: { ...QUICK_PACE, active: 1_000_000 },
      onStep: (step) => {
        if (step !== dieAt) return;
        process.lives += 1;
        died.resolve('died');
        return new Promise<void>(() => undefined);
      },
    });
    return { service, died: died.promise };
  };

  /** What a call must be answered, in the order of the gate (SPEC.md §10.5). */
  const expectedAnswer = async (process: Process, receiptHash: string): Promise<string> => {
    if (!process.live) return 'live_anchoring_disabled';
    const known = (await entries()).find((entry) => entry.receiptHash === receiptHash);
    if (known && !(known.state === 'expired' && known.transactionHash === null)) return 'known';
    if (line.down) return 'node_unavailable';
    if (clocksDiffer(process)) return 'clock_differs';
    const { chargedMicroCcd, reservedMicroCcd } = await ledger.totals();
    const wanted = reservationOf(finalFee());
    if (chargedMicroCcd + reservedMicroCcd + wanted > MAX_CHAIN_SPEND_MICROCCD) return 'budget_exhausted';
    if (finalBalance() < reservedMicroCcd + wanted) return 'account_balance_too_low';
    return 'accepted';
  };

  const look = async (at: number, dieAt?: string): Promise<void> => {
    const { service, died } = serviceOf(processes[at]!, dieAt, true);
    answers.push(String(await Promise.race([service.reconcile(), died])));
  };

  const bake = (count: number): void => {
    for (let block = 0; block < count; block += 1) {
      clock += 1;
      chain.bake();
    }
  };

  return {
    hashes,
    chain,
    ledger,
    answers,
    sent,
    entries,
    history: async () => (await stored()).history,
    balance: () => chain.best().accounts.get(account.address)!.balance,
    look,
    bake,

    async anchor(at: number, of: number, dieAt?: string): Promise<void> {
      const process = processes[at]!;
      const receiptHash = hashes[of]!;
      const expected = await expectedAnswer(process, receiptHash);
      const { service, died } = serviceOf(process, dieAt, false);
      const told = service.anchor(receiptHash).then(
        ({ outcome }) => outcome,
        (thrown: unknown) => {
          if (!isServiceError(thrown)) throw thrown;
          return String((thrown.members as { reason?: string }).reason ?? thrown.code);
        },
      );
      const said = await Promise.race([told, died]);
      expect(said === 'died' ? 'accepted' : said).toBe(expected);
      answers.push(said);
      if (said !== 'died') await service.stop();
    },

    /** The command of the operator (SPEC.md §10.8): it claims anew only what no block can hold any more. */
    async again(of: number): Promise<void> {
      const receiptHash = hashes[of]!;
      const before = (await entries()).find((entry) => entry.receiptHash === receiptHash);
      const { service } = serviceOf({ ...processes[0]!, live: true, skew: 0 }, undefined, false);
      const result = await service.again(receiptHash).catch((failure: Error) => ({ refusal: failure.message }));
      if ('proof' in result) expect([before?.state, before?.transactionHash === null]).toEqual(['expired', false]);
    },

    wait(milliseconds: number): void {
      clock += milliseconds;
      // The chain goes on; without its blocks, no clock would be right.
      bake(2);
    },
    setFee(next: bigint): void {
      fee = next;
      chain.setRates(ratesFor(fee));
    },
    setClock: (at: number, skew: number): void => void (processes[at]!.skew = skew),
    setLive: (at: number, live: boolean): void => void (processes[at]!.live = live),
    setNode(way: string): void {
      line.down = way === 'down';
      if (way === 'loses answers') line.loseAnswers = 1;
      if (way === 'drops') chain.failures.dropNext = 1;
      if (way === 'rejects') chain.failures.rejectNext = 1;
    },

    /** Good days come back: until everything is settled that can be. */
    async endWell(): Promise<void> {
      Object.assign(line, { down: false, loseAnswers: 0 });
      Object.assign(chain.failures, { dropNext: 0, rejectNext: 0 });
      for (const process of processes) Object.assign(process, { skew: 0, live: true });
      for (let round = 0; round < 100; round += 1) {
        const waiting = await ledger.unsettled();
        // What the account cannot pay for holds up what comes after it, which was not looked at then.
        const unsigned = waiting.every(({ transactionHash }) => transactionHash === null);
        if (waiting.length === 0 || (unsigned && waiting[0]!.problem === 'account_balance_too_low')) return;
        clock += MINUTE;
        bake(2);
        await look(round % 2);
      }
    },
  };
};
export type AnchorModel = ReturnType<typeof openAnchorModel>;

/** One letter for each event of the history, so that its order can be read as a text. */
const letters: Readonly<Record<string, string>> = {
  claimed: 'c', claimed_again: 'a', signed: 's', submitted: 'u', finalized: 'f', failed: 'x',
  expired: 'e', released: 'l',
}; // prettier-ignore

/** Expects what holds at any time: the amounts fit the history, the budget bounds every claim, and a hash has one transaction. */
export const checkLedger = async (model: AnchorModel): Promise<void> => {
  const { chain } = model;
  const history = await model.history();
  let committed = 0n;
  for (const { reservedChange, chargedChange, event, transactionHash } of history) {
    committed += reservedChange + chargedChange;
    if (reservedChange > 0n) expect(committed).toBeLessThanOrEqual(MAX_CHAIN_SPEND_MICROCCD);
    if (event === 'expired') expect(chain.find(transactionHash!), 'what expired is in no block').toBeUndefined();
  }
  const all = await model.entries();
  for (const { receiptHash, reservedMicroCcd, chargedMicroCcd } of all) {
    const lines = history.filter((one) => one.receiptHash === receiptHash);
    const sum = (amount: (one: (typeof lines)[number]) => bigint) =>
      lines.reduce((total, one) => total + amount(one), 0n);
    expect(sum(({ reservedChange }) => reservedChange)).toBe(reservedMicroCcd);
    expect(sum(({ chargedChange }) => chargedChange)).toBe(chargedMicroCcd);
    const events = lines.map(({ event }) => letters[event]).join('');
    expect(events).toMatch(/^c(?:l(?=c)c|su?e(?=a)a)*(?:l|su?[fxe]?)?$/);
  }
  const registered = chain
    .transactions()
    .flatMap(({ effect, transaction }) =>
      'registered' in effect
        ? [{ of: effect.registered.toString('latin1').slice(-64), transaction: transaction.hash }]
        : [],
    );
  expect(new Set(registered.map(({ of }) => of)).size, 'one transaction for a hash').toBe(registered.length);
  const signed = new Set(history.filter(({ event }) => event === 'signed').map((one) => one.transactionHash));
  expect(chain.transactions().filter(({ transaction }) => !signed.has(transaction.hash))).toEqual([]);
};
