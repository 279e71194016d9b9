import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { openConcordium } from '../chain/concordium.ts';
import { type Config, configFromEnvironment } from '../config.ts';
import { buildAnchorBudget } from '../domain/anchors/anchor-budget.ts';
import { ImportFile } from '../domain/anchors/anchor-import.ts';
import type { AnchorLedger, HistoryLine, LedgerEntry } from '../domain/anchors/anchor-ledger.ts';
import { buildAnchorRecord } from '../domain/anchors/anchor-record.ts';
import { anchorProblems, AnchorState } from '../domain/anchors/anchor-state.ts';
import { networkOfSetting } from '../domain/chains/network.ts';
import { anchoring } from '../services/anchoring/anchoring.ts';
import { checkImported, importAnchor } from '../services/anchoring/import-anchors.ts';
import { anchoringSettings } from '../services/anchoring/settings.ts';
import { anchorStore } from '../storage/anchors.ts';
import { describeLocation, openDatabase } from '../storage/database.ts';
import { columns, CommandFault, progress, runCommand } from './terminal.ts';

const now = (): Date => new Date();

const chainOf = ({ concordiumGrpcUrl: url, concordiumNetwork, concordiumWalletFile: walletFile }: Config) =>
  url && openConcordium({ url, network: networkOfSetting(concordiumNetwork), walletFile });

const withLedger = async (use: (ledger: AnchorLedger, config: Config) => Promise<void>): Promise<void> => {
  const config = configFromEnvironment();
  const db = await openDatabase(config.databaseUrl);
  process.stderr.write(`Store: ${describeLocation(config.databaseUrl)}\n`);
  try {
    await use(anchorStore(db), config);
  } finally {
    await db.close();
  }
};

const hashArgument = (text: string): string => {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('expected 64 hexadecimal digits');
  return text.toLowerCase();
};

const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 1 to 9999999');
  return Number(text);
};

const needed = async (ledger: AnchorLedger, receiptHash: string): Promise<LedgerEntry> => {
  const entry = await ledger.find(receiptHash);
  if (!entry) throw new CommandFault('No anchor of this hash is stored.');
  return entry;
};

const list = (options: { state?: AnchorState; limit: number; json?: true }) =>
  withLedger(async (ledger) => {
    const entries = await ledger.list({ limit: options.limit, offset: 0, state: options.state });
    if (options.json) {
      process.stdout.write(entries.map((entry) => `${JSON.stringify(buildAnchorRecord(entry))}\n`).join(''));
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
      `${entries.length} of ${stored} anchor(s), oldest first. Micro-CCD: ${budget.spent_microccd} spent, ${budget.reserved_microccd} held, ${budget.left_microccd} left of ${budget.max_chain_spend_microccd}.\n`,
    );
  });

const show = (receiptHash: string) =>
  withLedger(async (ledger) => {
    process.stdout.write(`${JSON.stringify(buildAnchorRecord(await needed(ledger, receiptHash)), undefined, 2)}\n`);
  });

const happened = (line: HistoryLine): string[] => [
  line.at,
  line.event,
  line.reservedChange === 0n ? '' : `held ${line.reservedChange > 0n ? '+' : ''}${line.reservedChange}`,
  line.chargedChange === 0n ? '' : `charged +${line.chargedChange}`,
  line.note ?? '',
];

const explain = (receiptHash: string) =>
  withLedger(async (ledger) => {
    const entry = await needed(ledger, receiptHash);
    const record = buildAnchorRecord(entry);
    const facts = [
      ['State', record.state],
      ['Meaning', record.state_meaning],
      ['Why', record.problem?.detail ?? 'Nothing is in the way.'],
      ['Next', record.next_step],
      ['Network', record.network],
      ['Transaction', record.transaction_hash ?? '(none signed)'],
      [
        'Account',
        record.sender === null
          ? '(none yet)'
          : `${record.sender}, sequence number ${entry.sequenceNumber ?? 'unknown'}`,
      ],
      ['May enter a block until', record.times.expires_at ?? '(nothing signed)'],
      ['Held', `${record.cost.reserved_microccd} micro-CCD`],
      [
        'Charged',
        record.cost.charged_microccd === null ? '(not settled)' : `${record.cost.charged_microccd} micro-CCD`,
      ],
    ];
    const history = (await ledger.history(receiptHash)).map(happened);
    process.stdout.write(`${columns(facts)}\n\n${columns(history)}\n`);
  });

const reconcile = () =>
  withLedger(async (ledger, config) => {
    const chain = chainOf(config);
    if (!chain) throw new CommandFault('No chain node is configured: set CONCORDIUM_GRPC_URL.');
    const before = await ledger.unsettled();
    const service = anchoring({
      ...anchoringSettings(config),
      ledger,
      chain,
      now,
      holder: randomBytes(16).toString('hex'),
    });
    if (!(await service.reconcile())) {
      throw new CommandFault('A running service is looking after the anchors; it holds the lease. Nothing was done.');
    }
    for (const { receiptHash, state } of before) {
      const after = (await ledger.find(receiptHash))!;
      const why = after.problem === null ? '' : ` (${anchorProblems[after.problem]})`;
      process.stdout.write(`${receiptHash}: ${state} → ${after.state}${why}\n`);
    }
    for (const { receiptHash, outcome, reason } of await checkImported(ledger, chain, now)) {
      process.stdout.write(`${receiptHash}: imported, ${outcome}: ${reason}\n`);
    }
    process.stdout.write(`${before.length} unsettled anchor(s) compared with the chain.\n`);
  });

const spendColumns = ['at', 'receipt_hash_sha256', 'event', 'state', 'held_change_microccd', 'charged_change_microccd', 'held_microccd', 'charged_microccd', 'transaction_hash', 'note'] as const; // prettier-ignore

const exportLedger = ({ format, output }: { format: 'ndjson' | 'csv'; output?: string }) =>
  withLedger(async (ledger) => {
    // wx: an export never overwrites a file.
    const out = output === undefined ? process.stdout : createWriteStream(output, { flags: 'wx', mode: 0o600 });
    if (out !== process.stdout) await once(out, 'open');
    const history = await ledger.history();
    let held = 0n;
    let charged = 0n;
    if (format === 'csv') out.write(stringify([spendColumns]));
    for (const line of history) {
      held += line.reservedChange;
      charged += line.chargedChange;
      const cells = [line.at, line.receiptHash, line.event, line.state, String(line.reservedChange), String(line.chargedChange), String(held), String(charged), line.transactionHash, line.note]; // prettier-ignore
      const text =
        format === 'csv'
          ? stringify([cells], { escape_formulas: true })
          : `${JSON.stringify(Object.fromEntries(spendColumns.map((column, at) => [column, cells[at]])))}\n`;
      if (!out.write(text)) await once(out, 'drain');
    }
    if (out !== process.stdout) {
      out.end();
      await once(out, 'finish');
    }
    process.stderr.write(`${history.length} line(s) exported: ${charged} micro-CCD charged, ${held} held.\n`);
  });

const readImport = async (file: string) => {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (fault) {
    throw new CommandFault(`The file cannot be read as JSON: ${(fault as Error).message}`);
  }
  const parsed = ImportFile.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new CommandFault(
    'The file holds no anchors to import: one object or a list, each with receipt_hash_sha256, network and transaction_hash, as an anchor record has them.',
  );
};

const importFile = (file: string) =>
  withLedger(async (ledger, config) => {
    const anchors = await readImport(file);
    const chain = chainOf(config);
    const bar = progress(anchors.length, 'Importing');
    const results = [];
    for (const anchor of anchors) {
      results.push(await importAnchor(anchor, { ledger, chain, now }));
      bar.add(1);
    }
    bar.stop();
    process.stdout.write(
      results.map(({ receiptHash, outcome, reason }) => `${receiptHash}: ${outcome}: ${reason}\n`).join(''),
    );
    if (results.some(({ outcome }) => outcome === 'refused'))
      throw new CommandFault('What the chain contradicts was not imported.');
  });

const program = new Command('anchors').description(
  'Look after the anchors of receipt hashes. The store is the one that DATABASE_URL names; a running service need not stop.',
);
program
  .command('list', { isDefault: true })
  .description('list anchors, oldest first, and what is left of the budget')
  .addOption(new Option('--state <state>', 'only this state').choices(AnchorState.options))
  .option('--limit <n>', 'how many at most', wholeNumber, 50)
  .option('--json', 'one anchor record a line')
  .action(list);
program
  .command('show')
  .description('show the record of a hash')
  .argument('<hash>', 'receipt hash', hashArgument)
  .action(show);
program
  .command('explain')
  .description('say what state an anchor is in, why, what comes next, and what has happened so far')
  .argument('<hash>', 'receipt hash', hashArgument)
  .action(explain);
program.command('reconcile').description('compare everything unsettled or unchecked with the chain').action(reconcile);
program
  .command('export')
  .description('write the spend ledger: what each micro-CCD was held for or went to')
  .addOption(new Option('--format <format>', 'form of the export').choices(['ndjson', 'csv']).default('ndjson'))
  .option('--output <file>', 'a new file, readable by you alone; standard output without it')
  .action(exportLedger);
program
  .command('import <file>')
  .description('store anchors made elsewhere: checked against the configured node, or marked unchecked')
  .action(importFile);

await runCommand(() => program.parseAsync());
