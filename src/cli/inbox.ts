import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { type Config, configFromEnvironment } from '../config.ts';
import { IntakeKind, type IntakeRecord, IntakeStatus } from '../domain/intake.ts';
import { describeLocation, openDatabase } from '../storage/database.ts';
import { type IntakeFilter, type IntakeStore, intakeStore } from '../storage/intake.ts';
import { columns, CommandFault, printable, progress, runCommand } from './terminal.ts';

/** Requests that are deleted in one statement. */
const DELETE_CHUNK = 500;

const exportColumns = [
  'id', 'kind', 'status', 'received_at', 'from', 'contact', 'body', 'body_sha256', 'receipt_hash_sha256', 'deleted_at',
] as const satisfies readonly (keyof IntakeRecord)[]; // prettier-ignore

const withStore = async (use: (store: IntakeStore, config: Config) => Promise<void>): Promise<void> => {
  const config = configFromEnvironment();
  const db = await openDatabase(config.databaseUrl);
  process.stderr.write(`Store: ${describeLocation(config.databaseUrl)}\n`);
  try {
    await use(intakeStore(db), config);
  } finally {
    await db.close();
  }
};

const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 1 to 9999999');
  return Number(text);
};

const agree = async (question: string, yes: boolean | undefined): Promise<void> => {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new CommandFault(`${question} Nothing was done: add --yes to do it without being asked.`);
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asked.question(`${question} Type yes: `);
  asked.close();
  if (answer.trim() !== 'yes') throw new CommandFault('Nothing was done.');
};

const needed = async (store: IntakeStore, id: string) => {
  const found = await store.find(id);
  if (!found) throw new CommandFault('No request has this id.');
  return found;
};

const oneLine = (text: string, length: number): string => {
  const line = printable(text).replaceAll(/\s+/g, ' ').trim();
  return [...line].length > length ? `${[...line].slice(0, length - 1).join('')}…` : line;
};

const list = (options: IntakeFilter & { limit: number; json?: true }) =>
  withStore(async (store) => {
    const [records, total] = [await store.list(options, options.limit), await store.count(options)];
    if (options.json) {
      process.stdout.write(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      return;
    }
    const rows = records.map((record) => [
      record.id,
      record.received_at.slice(0, 16).replace('T', ' '),
      record.kind,
      record.status,
      record.body === null ? '(text deleted)' : oneLine(record.body, 60),
    ]);
    if (rows.length > 0)
      process.stdout.write(`${columns([['ID', 'RECEIVED (UTC)', 'KIND', 'STATUS', 'TEXT'], ...rows])}\n`);
    process.stdout.write(`${records.length} of ${total} request(s), newest first.\n`);
  });

const show = (id: string) =>
  withStore(async (store) => {
    const { record, changes } = await needed(store, id);
    const told = (text: string | null) =>
      record.deleted_at !== null ? '(deleted)' : text === null || text === '' ? '(not given)' : printable(text);
    const facts = [
      ['Id', record.id],
      ['Kind', record.kind],
      ['From', told(record.from)],
      ['Contact', told(record.contact)],
      ['Status', record.status],
      ['Received', record.received_at],
      ...changes.map(({ status, at }) => [`  ${status}`, at]),
      ...(record.deleted_at === null ? [] : [['Deleted', record.deleted_at]]),
      ['Body SHA-256', record.body_sha256],
      ['Receipt hash', record.receipt_hash_sha256],
    ];
    process.stdout.write(`${columns(facts)}\n\n${told(record.body)}\n`);
  });

const setStatus = (id: string, status: IntakeStatus) =>
  withStore(async (store) => {
    const { record } = await needed(store, id);
    const changed = await store.setStatus(id, status, new Date());
    process.stdout.write(changed ? `${id}: ${record.status} → ${status}\n` : `${id} is ${status} already.\n`);
  });

const exportRequests = (options: IntakeFilter & { format: 'ndjson' | 'csv'; output?: string }) =>
  withStore(async (store) => {
    // wx: an export never overwrites a file.
    const out =
      options.output === undefined ? process.stdout : createWriteStream(options.output, { flags: 'wx', mode: 0o600 });
    if (out !== process.stdout) await once(out, 'open');
    const bar = progress(await store.count(options), 'Exporting');
    const write = async (text: string): Promise<void> => {
      if (!out.write(text)) await once(out, 'drain');
    };
    let count = 0;
    if (options.format === 'csv') await write(stringify([exportColumns]));
    for await (const record of store.each(options)) {
      await write(
        options.format === 'csv'
          ? stringify([exportColumns.map((column) => record[column])], { escape_formulas: true })
          : `${JSON.stringify(record)}\n`,
      );
      count++;
      bar.add(1);
    }
    bar.stop();
    if (out !== process.stdout) {
      out.end();
      await once(out, 'finish');
    }
    process.stderr.write(`${count} request(s) exported.\n`);
  });

const erase = async (store: IntakeStore, ids: readonly string[]): Promise<number> => {
  const bar = progress(ids.length, 'Deleting');
  let erased = 0;
  for (let start = 0; start < ids.length; start += DELETE_CHUNK) {
    const chunk = ids.slice(start, start + DELETE_CHUNK);
    erased += await store.erase(chunk, new Date());
    bar.add(chunk.length);
  }
  bar.stop();
  return erased;
};

const deleteRequests = (ids: readonly string[], { yes }: { yes?: true }) =>
  withStore(async (store) => {
    for (const id of ids) await needed(store, id);
    await agree(`Delete text, sender and contact of ${ids.length} request(s)? Hashes and counts stay.`, yes);
    process.stdout.write(`${await erase(store, ids)} request(s) deleted.\n`);
  });

const purge = ({ days, dryRun, yes }: { days?: number; dryRun?: true; yes?: true }) =>
  withStore(async (store, config) => {
    const age = days ?? config.retentionDays;
    const filter = { before: new Date(Date.now() - age * 86_400_000).toISOString(), withText: true };
    const total = await store.count(filter);
    if (dryRun || total === 0) {
      process.stdout.write(`${total} request(s) older than ${age} days have a text.\n`);
      return;
    }
    await agree(
      `Delete text, sender and contact of ${total} request(s) older than ${age} days? Hashes and counts stay.`,
      yes,
    );
    const ids = await Array.fromAsync(store.each(filter), ({ id }) => id);
    process.stdout.write(`${await erase(store, ids)} request(s) deleted.\n`);
  });

const statusOption = () => new Option('--status <status>', 'only this status').choices(IntakeStatus.options);
const kindOption = () => new Option('--kind <kind>', 'only this kind').choices(IntakeKind.options);

const program = new Command('inbox').description(
  'Read and answer public requests. The store is the one that DATABASE_URL names; a running service need not stop.',
);
program
  .command('list', { isDefault: true })
  .description('list requests, newest first')
  .addOption(statusOption())
  .addOption(kindOption())
  .option('--limit <n>', 'how many at most', wholeNumber, 20)
  .option('--json', 'one JSON object a line')
  .action(list);
program.command('show <id>').description('show one request whole').action(show);
program
  .command('status')
  .description('set the status of a request')
  .argument('<id>')
  .addArgument(new Argument('<status>').choices(IntakeStatus.options))
  .action(setStatus);
program
  .command('export')
  .description('write requests as NDJSON or CSV, oldest first')
  .addOption(new Option('--format <format>', 'form of the export').choices(['ndjson', 'csv']).default('ndjson'))
  .option('--output <file>', 'a new file, readable by you alone; standard output without it')
  .addOption(statusOption())
  .addOption(kindOption())
  .action(exportRequests);
program
  .command('delete <ids...>')
  .description('delete text, sender and contact; the receipt hash and the counts stay')
  .option('--yes', 'do not ask')
  .action(deleteRequests);
program
  .command('purge')
  .description('delete the texts of requests older than RETENTION_DAYS')
  .option('--days <n>', 'another age in days', wholeNumber)
  .option('--dry-run', 'only count')
  .option('--yes', 'do not ask')
  .action(purge);

await runCommand(() => program.parseAsync());
