import { once } from 'node:events';
import { Argument, Command, Option } from 'commander';
import type { Config } from '../config.ts';
import { IntakeKind, type IntakeRecord, IntakeStatus } from '../domain/intake.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { type IntakeFilter, type IntakeStore, intakeStore } from '../storage/intake.ts';
import { withConfiguredStore } from './configured-store.ts';
import { nameDecisionReceipt } from './decided-request.ts';
import { hashArgument } from './terminal.ts';
import { columns, CommandError, printable, printableJson, runCommand, wholeNumber } from './terminal.ts';

const exportColumns = [
  'id', 'kind', 'status', 'received_at', 'from', 'contact', 'body', 'body_sha256', 'receipt_hash_sha256', 'deleted_at',
] as const satisfies readonly (keyof IntakeRecord)[]; // prettier-ignore

const withStore = (use: (store: IntakeStore, config: Config) => Promise<void>) =>
  withConfiguredStore((db, config) => use(intakeStore(db), config));

const findRequest = async (store: IntakeStore, id: string) => {
  const found = await store.find(id);
  if (!found) throw new CommandError('No request has this id.');
  return found;
};

const oneLine = (text: string, length: number): string => {
  const line = printable(text).replaceAll(/\s+/g, ' ').trim();
  return [...line].length > length ? `${[...line].slice(0, length - 1).join('')}…` : line;
};

const list = (options: IntakeFilter & { limit: number }) =>
  withStore(async (store) => {
    const [records, total] = [await store.list(options, options.limit), await store.count(options)];
    const rows = records.map((record) => [
      record.id,
      record.received_at.slice(0, 16).replace('T', ' '),
      record.kind,
      record.status,
      record.body === null ? '(text deleted)' : oneLine(record.body, 60),
    ]);
    if (rows.length > 0)
      process.stdout.write(`${columns([['ID', 'RECEIVED (UTC)', 'KIND', 'STATUS', 'TEXT'], ...rows])}\n`);
    process.stdout.write(`${records.length} of ${counted(total, 'request')}, newest first.\n`);
  });

const show = (id: string) =>
  withStore(async (store) => {
    const { record, changes } = await findRequest(store, id);
    const shown = (text: string | null) =>
      record.deleted_at !== null ? '(deleted)' : text === null || text === '' ? '(not given)' : text;
    const facts = [
      ['Id', record.id],
      ['Kind', record.kind],
      ['From', shown(record.from)],
      ['Contact', shown(record.contact)],
      ['Status', record.status],
      ['Received', record.received_at],
      ...changes.map(({ status, at }) => [`  ${status}`, at]),
      ...(record.deleted_at === null ? [] : [['Deleted', record.deleted_at]]),
      ['Body SHA-256', record.body_sha256],
      ['Receipt hash', record.receipt_hash_sha256],
      ...(record.decision_receipt_hash_sha256 === null
        ? []
        : [['Decision receipt', record.decision_receipt_hash_sha256]]),
    ];
    // The text stands behind a margin: no line of it can be taken for one of the facts.
    process.stdout.write(`${columns(facts)}\n\n${printable(shown(record.body)).replaceAll(/^/gm, '  | ')}\n`);
  });

const setStatus = (id: string, status: IntakeStatus, { receipt }: { receipt?: Sha256Hex }) =>
  withConfiguredStore(async (db) => {
    const store = intakeStore(db);
    const { record } = await findRequest(store, id);
    if (receipt !== undefined) process.stdout.write(`${await nameDecisionReceipt(db, process.cwd(), id, receipt)}\n`);
    const changed = await store.setStatus(id, status, new Date());
    process.stdout.write(changed ? `${id}: ${record.status} → ${status}\n` : `${id} is already ${status}.\n`);
  });

const writeOut = async (text: string): Promise<void> => {
  // A file gets what is there, a terminal nothing that controls it.
  if (!process.stdout.write(process.stdout.isTTY ? printable(text) : text)) await once(process.stdout, 'drain');
};

const exportRequests = ({ format }: { format: 'ndjson' | 'csv' }) =>
  withStore(async (store) => {
    const { stringify } = await import('csv-stringify/sync');
    let count = 0;
    if (format === 'csv') await writeOut(stringify([exportColumns]));
    for await (const record of store.each()) {
      const csv = () => stringify([exportColumns.map((column) => record[column])], { escape_formulas: true });
      await writeOut(format === 'csv' ? csv() : `${printableJson(record)}\n`);
      count += 1;
    }
    process.stderr.write(`${counted(count, 'request')} exported.\n`);
  });

/** What a deletion says when it is done. PostgreSQL alone does not take deleted texts out of its files. */
const deleted = (count: number, { databaseUrl }: Config): string =>
  databaseUrl.kind === 'sqlite'
    ? `${counted(count, 'request')} deleted.\n`
    : `${counted(count, 'request')} deleted. PostgreSQL keeps their texts in its files until it uses the space again; VACUUM FULL intake ends that. Its write-ahead log, replicas and backups have them as long as you keep these.\n`;

const deleteRequests = (ids: readonly string[], { yes }: { yes?: true }) =>
  withStore(async (store, config) => {
    for (const id of ids) await findRequest(store, id);
    if (!yes)
      throw new CommandError(
        `This deletes text, sender and contact of ${counted(ids.length, 'request')}; hashes and counts stay. Nothing was done: add --yes.`,
      );
    process.stdout.write(deleted(await store.erase(ids, new Date()), config));
  });

const program = new Command('inbox').description(
  'Manage public requests in the store that DATABASE_URL names. The service may keep running.',
);
program
  .command('list', { isDefault: true })
  .description('list requests, newest first')
  .addOption(new Option('--status <status>', 'only requests with this status').choices(IntakeStatus.options))
  .addOption(new Option('--kind <kind>', 'only requests of this kind').choices(IntakeKind.options))
  .option('--limit <n>', 'maximum number of requests', wholeNumber(1, 9_999_999), 20)
  .action(list);
program.command('show <id>').description('show a complete request').action(show);
program
  .command('status')
  .description('set the status of a request')
  .argument('<id>')
  .addArgument(new Argument('<status>', 'the new status').choices(IntakeStatus.options))
  .option(
    '--receipt <hash>',
    'hash of the receipt of the decision that the request led to; the status page links to it',
    hashArgument,
  )
  .action(setStatus);
program
  .command('export')
  .description('write requests to standard output, oldest first: people who can read the file see who sent them')
  .addOption(new Option('--format <format>', 'form of the export').choices(['ndjson', 'csv']).default('ndjson'))
  .action(exportRequests);
program
  .command('delete <ids...>')
  .description('delete text, sender and contact; the receipt hash and the counts stay')
  .option('--yes', 'confirm the deletion')
  .action(deleteRequests);
await runCommand(() => program.parseAsync());
