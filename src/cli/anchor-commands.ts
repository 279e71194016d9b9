import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { chainOf } from '../chain/concordium.ts';
import type { Config } from '../config.ts';
import type { AnchorLedger, HistoryLine, LedgerEntry } from '../domain/anchors/anchor-ledger.ts';
import { buildAnchorBudget } from '../domain/anchors/anchor-plan.ts';
import { buildAnchorRecord } from '../domain/anchors/anchor-record.ts';
import { ImportFile } from '../domain/anchors/anchor-request.ts';
import { anchorProblems, type AnchorState } from '../domain/anchors/anchor-state.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { anchorAgain } from '../services/anchoring/anchor-again.ts';
import { anchoring, anchoringSettings } from '../services/anchoring/anchoring.ts';
import { checkImported, importAnchor } from '../services/anchoring/import-anchors.ts';
import { anchorStore } from '../storage/anchors.ts';
import { withConfiguredStore } from './configured-store.ts';
import { type ExportOptions, exportRows } from './export.ts';
import { progress } from './progress.ts';
import { columns, CommandError, printableInLine, printableJson } from './terminal.ts';

/** Uses the ledger of anchors in the store that DATABASE_URL names, and closes it. */
export const withLedger = (use: (ledger: AnchorLedger, config: Config) => Promise<void>): Promise<void> =>
  withConfiguredStore((db, config) => use(anchorStore(db), config));

export interface ListOptions {
  readonly state?: AnchorState;
  readonly limit: number;
  readonly json?: true;
}

const findEntry = async (ledger: AnchorLedger, receiptHash: string): Promise<LedgerEntry> => {
  const entry = await ledger.find(receiptHash);
  if (!entry) throw new CommandError('No anchor is stored for this hash.');
  return entry;
};

/** Prints anchors, oldest first, and what is left of the budget. */
export const list = (options: ListOptions) =>
  withLedger(async (ledger) => {
    const entries = await ledger.list({ limit: options.limit, offset: 0, state: options.state });
    if (options.json) {
      process.stdout.write(entries.map((entry) => `${printableJson(buildAnchorRecord(entry))}\n`).join(''));
      return;
    }
    const rows = entries.map((entry) => [
      entry.receiptHash,
      entry.state,
      entry.origin === 'imported' ? (entry.seenFinalized ? 'imported, checked' : 'imported, unchecked') : 'ours',
      entry.claimedAt.slice(0, 16).replace('T', ' '),
      String(entry.reservedMicroCcd + entry.chargedMicroCcd),
      entry.network.length > 20 ? `${entry.network.slice(0, 19)}…` : entry.network,
    ]);
    const header = ['RECEIPT HASH', 'STATE', 'MADE BY', 'SINCE (UTC)', 'MICRO-CCD', 'NETWORK'];
    if (rows.length > 0) process.stdout.write(`${columns([header, ...rows])}\n`);
    const totals = await ledger.totals();
    const budget = buildAnchorBudget(totals);
    const stored = Object.values(await ledger.countByState()).reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `${entries.length} of ${counted(stored, 'anchor')}, oldest first. Micro-CCD: ${budget.spent_microccd} spent, ${budget.reserved_microccd} held, ${budget.left_microccd} left of ${budget.max_chain_spend_microccd}.\n`,
    );
  });

/** Prints the record of one hash as JSON. @throws CommandError when no anchor is stored for it. */
export const show = (receiptHash: string) =>
  withLedger(async (ledger) => {
    process.stdout.write(`${printableJson(buildAnchorRecord(await findEntry(ledger, receiptHash)), 2)}\n`);
  });

const historyCells = (line: HistoryLine): string[] => [
  line.at,
  line.event,
  line.reservedChange === 0n ? '' : `held ${line.reservedChange > 0n ? '+' : ''}${line.reservedChange}`,
  line.chargedChange === 0n ? '' : `charged +${line.chargedChange}`,
  line.note ?? '',
];

/** Prints the state of an anchor, why it has it, what comes next, and its history. @throws CommandError when no anchor is stored for it. */
export const explain = (receiptHash: string) =>
  withLedger(async (ledger) => {
    const entry = await findEntry(ledger, receiptHash);
    const record = buildAnchorRecord(entry);
    const facts = [
      ['State', record.state],
      ['Meaning', record.state_meaning],
      ['Why', record.problem?.detail ?? 'No problem.'],
      ['Next', record.next_step],
      ['Network', record.network],
      ['Transaction', record.transaction_hash ?? '(none signed)'],
      [
        'Account',
        record.sender === null
          ? '(none yet)'
          : `${record.sender}, sequence number ${entry.sequenceNumber ?? 'unknown'}`,
      ],
      ['Transaction expires', record.times.expires_at ?? '(nothing signed)'],
      ['Held', `${record.cost.reserved_microccd} micro-CCD`],
      [
        'Charged',
        record.cost.charged_microccd === null ? '(not settled)' : `${record.cost.charged_microccd} micro-CCD`,
      ],
    ];
    const history = (await ledger.history(receiptHash)).map(historyCells);
    process.stdout.write(`${columns(facts)}\n\n${columns(history)}\n`);
  });

const spendColumns = ['at', 'receipt_hash_sha256', 'event', 'state', 'held_change_microccd', 'charged_change_microccd', 'held_microccd', 'charged_microccd', 'transaction_hash', 'note'] as const; // prettier-ignore

type SpendRow = Record<(typeof spendColumns)[number], string | null>;

/** Exports every change of held and charged micro-CCD, with the sums so far. */
export const exportLedger = (options: ExportOptions) =>
  withLedger(async (ledger) => {
    let held = 0n;
    let charged = 0n;
    const rows = (await ledger.history()).map((line): SpendRow => {
      held += line.reservedChange;
      charged += line.chargedChange;
      return {
        at: line.at,
        receipt_hash_sha256: line.receiptHash,
        event: line.event,
        state: line.state,
        held_change_microccd: String(line.reservedChange),
        charged_change_microccd: String(line.chargedChange),
        held_microccd: String(held),
        charged_microccd: String(charged),
        transaction_hash: line.transactionHash,
        note: line.note,
      };
    });
    const count = await exportRows(options, spendColumns, rows);
    process.stderr.write(`${counted(count, 'line')} exported: ${charged} micro-CCD charged, ${held} held.\n`);
  });

const now = (): Date => new Date();

/** Compares unsettled and unchecked anchors with the chain. @throws CommandError without a node, or when a running service does it. */
export const reconcile = () =>
  withLedger(async (ledger, config) => {
    const chain = chainOf(config);
    if (!chain) throw new CommandError('No chain node is configured: set CONCORDIUM_GRPC_URL.');
    const before = await ledger.unsettled();
    const service = anchoring({
      ...anchoringSettings(config),
      ledger,
      chain,
      now,
      holder: randomBytes(16).toString('hex'),
      log: (_, { receipt_hash: hash, detail }) => {
        if (detail) process.stderr.write(`${hash ?? 'node'}: ${printableInLine(String(detail))}\n`);
      },
    });
    if (!(await service.reconcile())) {
      throw new CommandError('A running service already manages the anchors and holds the lease. Nothing was done.');
    }
    for (const { receiptHash, state } of before) {
      const after = (await ledger.find(receiptHash))!;
      const why = after.problem === null ? '' : ` (${anchorProblems[after.problem]})`;
      process.stdout.write(`${receiptHash}: ${state} → ${after.state}${why}\n`);
    }
    for (const { receiptHash, outcome, reason } of await checkImported(ledger, chain, now)) {
      process.stdout.write(`${receiptHash}: imported, ${outcome}: ${printableInLine(reason)}\n`);
    }
    process.stdout.write(`${counted(before.length, 'unsettled anchor')} compared with the chain.\n`);
  });

/** Makes an expired anchor one to be sent anew. @throws CommandError with the reason when it must not be. */
export const again = (receiptHash: string) =>
  withLedger(async (ledger, config) => {
    const chain = chainOf(config);
    const result = await anchorAgain(receiptHash, { ...anchoringSettings(config), ledger, chain, now });
    if ('refusal' in result) throw new CommandError(`${result.refusal} Nothing was done.`);
    process.stdout.write(
      `${receiptHash}: expired → prepared\nThe earlier transaction: ${result.proof}.\nThe running service signs and sends a new one; without a running service, \`npm run anchors -- reconcile\` does.\n`,
    );
  });

const readImport = async (file: string) => {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`The file cannot be read as JSON: ${printableInLine((error as Error).message)}`);
  }
  const parsed = ImportFile.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new CommandError(
    'The file contains no anchors to import. Expected one object or a list; each needs receipt_hash_sha256, network and transaction_hash, as in an anchor record.',
  );
};

/** Imports anchors made elsewhere. @throws CommandError when the file has none, or the chain contradicts one. */
export const importFile = (file: string) =>
  withLedger(async (ledger, config) => {
    const anchors = await readImport(file);
    const chain = chainOf(config);
    const bar = await progress(anchors.length, 'Importing');
    const results = [];
    for (const anchor of anchors) {
      results.push(await importAnchor(anchor, { ledger, chain, now }));
      bar.add(1);
    }
    bar.stop();
    process.stdout.write(
      results
        .map(({ receiptHash, outcome, reason }) => `${receiptHash}: ${outcome}: ${printableInLine(reason)}\n`)
        .join(''),
    );
    if (results.some(({ outcome }) => outcome === 'refused'))
      throw new CommandError('Anchors that the chain contradicts were not imported.');
  });
