import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { chainOf } from '../chain/concordium.ts';
import type { Config } from '../config.ts';
import type { AnchorChain } from '../domain/anchors/anchor-chain.ts';
import type { AnchorLedger } from '../domain/anchors/anchor-ledger.ts';
import { buildAnchorBudget } from '../domain/anchors/anchor-plan.ts';
import { buildAnchorRecord } from '../domain/anchors/anchor-record.ts';
import { ImportFile } from '../domain/anchors/anchor-request.ts';
import { anchorProblems } from '../domain/anchors/anchor-state.ts';
import { networkOfSetting } from '../domain/chains/network.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { anchoring, anchoringSettings } from '../services/anchoring/anchoring.ts';
import { anchorStore } from '../storage/anchors.ts';
import { withConfiguredStore } from './configured-store.ts';
import {
  columns,
  CommandError,
  hashArgument,
  printableInLine,
  printableJson,
  runCommand,
  wholeNumber,
} from './terminal.ts';

/** Uses the ledger of the configured network in the store that DATABASE_URL names, and closes it. */
const withLedger = (use: (ledger: AnchorLedger, config: Config) => Promise<void>): Promise<void> =>
  withConfiguredStore((db, config) =>
    use(anchorStore(db, networkOfSetting(config.concordiumNetwork).genesisBlock), config),
  );

/** Prints the anchors of the configured network, newest first, and what is left of its budget. */
const list = ({ limit }: { limit: number }) =>
  withLedger(async (ledger, { concordiumNetwork }) => {
    const entries = await ledger.list(limit);
    const rows = entries.map((entry) => [
      entry.receiptHash,
      entry.state,
      entry.origin === 'imported' ? 'imported' : 'ours',
      entry.claimedAt.slice(0, 16).replace('T', ' '),
      String(entry.reservedMicroCcd + entry.chargedMicroCcd),
    ]);
    const header = ['RECEIPT HASH', 'STATE', 'MADE BY', 'SINCE (UTC)', 'MICRO-CCD'];
    if (rows.length > 0) process.stdout.write(`${columns([header, ...rows])}\n`);
    const budget = buildAnchorBudget(await ledger.totals());
    const stored = Object.values(await ledger.countByState()).reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `${entries.length} of ${counted(stored, 'anchor')} on ${networkOfSetting(concordiumNetwork).name}, newest first. Micro-CCD: ${budget.spent_microccd} spent, ${budget.reserved_microccd} held, ${budget.left_microccd} left of ${budget.max_chain_spend_microccd}.\n`,
    );
  });

/** Prints the record of one hash with its history, as JSON. @throws CommandError when no anchor is stored for it. */
const show = (receiptHash: string) =>
  withLedger(async (ledger) => {
    const entry = await ledger.find(receiptHash);
    if (!entry) throw new CommandError('No anchor is stored for this hash.');
    const history = (await ledger.history(receiptHash)).map((line) => ({
      at: line.at,
      event: line.event,
      state: line.state,
      reserved_change_microccd: String(line.reservedChange),
      charged_change_microccd: String(line.chargedChange),
      transaction_hash: line.transactionHash,
      note: line.note,
    }));
    process.stdout.write(`${printableJson({ ...buildAnchorRecord(entry), history }, 2)}\n`);
  });

const now = (): Date => new Date();

const chainIn = (config: Config) => {
  const chain = chainOf(config);
  if (!chain) throw new CommandError('No chain node is configured: set CONCORDIUM_GRPC_URL.');
  return chain;
};

const serviceOf = (ledger: AnchorLedger, config: Config, chain: AnchorChain | undefined) =>
  anchoring({
    ...anchoringSettings(config),
    ledger,
    chain,
    now,
    holder: randomBytes(16).toString('hex'),
    log: (_, { receipt_hash: hash, detail }) => {
      if (detail) process.stderr.write(`${hash ?? 'node'}: ${printableInLine(String(detail))}\n`);
    },
  });

/** Compares unsettled anchors with the chain. @throws CommandError without a node, or when a running service does it. */
const reconcile = () =>
  withLedger(async (ledger, config) => {
    const chain = chainIn(config);
    const before = await ledger.unsettled();
    if (!(await serviceOf(ledger, config, chain).reconcile()))
      throw new CommandError('A running service already manages the anchors and holds the lease. Nothing was done.');
    for (const { receiptHash, state } of before) {
      const after = (await ledger.find(receiptHash))!;
      const why = after.problem === null ? '' : ` (${anchorProblems[after.problem]})`;
      process.stdout.write(`${receiptHash}: ${state} → ${after.state}${why}\n`);
    }
    process.stdout.write(`${counted(before.length, 'unsettled anchor')} compared with the chain.\n`);
  });

/** Makes an expired anchor one to be sent anew. @throws CommandError with the reason when it must not be. */
const again = (receiptHash: string) =>
  withLedger(async (ledger, config) => {
    const result = await serviceOf(ledger, config, chainOf(config)).again(receiptHash);
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

/** Imports anchors made elsewhere. @throws CommandError without a node, when the file has none, or the chain does not show one. */
const importFile = (file: string) =>
  withLedger(async (ledger, config) => {
    const anchors = await readImport(file);
    const service = serviceOf(ledger, config, chainIn(config));
    let isOneRefused = false;
    for (const anchor of anchors) {
      const { outcome, reason } = await service.importAnchor(anchor);
      isOneRefused ||= outcome === 'refused';
      process.stdout.write(`${anchor.receipt_hash_sha256}: ${outcome}: ${printableInLine(reason)}\n`);
    }
    if (isOneRefused) throw new CommandError('Anchors that the node does not show final were not imported.');
  });

const program = new Command('anchors').description(
  'Manage the anchors of receipt hashes on the network that CONCORDIUM_NETWORK names, in the store that DATABASE_URL names. The service may keep running.',
);
program
  .command('list', { isDefault: true })
  .description('list anchors, newest first, and the remaining budget')
  .option('--limit <n>', 'maximum number of anchors', wholeNumber(1, 9_999_999), 50)
  .action(list);
program
  .command('show')
  .description('show the record of a hash, why it has its state, and its history')
  .argument('<hash>', 'receipt hash', hashArgument)
  .action(show);
program.command('reconcile').description('compare unsettled anchors with the chain').action(reconcile);
program
  .command('again')
  .description('anchor an expired hash anew, after a node proved that its transaction can enter no block')
  .argument('<hash>', 'receipt hash', hashArgument)
  .action(again);
program
  .command('import <file>')
  .description('import anchors made elsewhere that the configured node shows final')
  .action(importFile);

await runCommand(() => program.parseAsync());
