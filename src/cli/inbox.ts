import { once } from 'node:events';
import { Argument, Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import { extendedDate, type IntakeRecord, IntakeStatus, isOpen, isOverdue } from '../domain/intake.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import { Name } from '../domain/vocabulary/text.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { type IntakeStore, intakeStore } from '../storage/intake.ts';
import { withConfiguredStore } from './configured-store.ts';
import { nameDecisionReceipt } from './decided-request.ts';
import { columns, CommandError, hashArgument, printable, printableJson, runCommand, wholeNumber } from './terminal.ts';

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

/** A time as people read it. */
const minute = (time: string): string => time.slice(0, 16).replace('T', ' ');

/** By when the answer is due, for an open request; and whether that is past. */
const dueOf = (record: IntakeRecord): string => {
  if (!isOpen(record.status) || record.due_at === null) return '–';
  return `${minute(record.due_at)}${isOverdue(record, new Date().toISOString()) ? ' LATE' : ''}`;
};

const list = ({ limit }: { limit: number }) =>
  withStore(async (store) => {
    const [records, total] = [await store.list(limit), await store.count()];
    const rows = records.map((record) => [
      record.id,
      dueOf(record),
      minute(record.received_at),
      record.kind,
      record.status,
      record.body === null ? '(text deleted)' : oneLine(record.body, 60),
    ]);
    if (rows.length > 0)
      process.stdout.write(`${columns([['ID', 'DUE (UTC)', 'RECEIVED (UTC)', 'KIND', 'STATUS', 'TEXT'], ...rows])}\n`);
    process.stdout.write(
      `${records.length} of ${counted(total, 'request')}: open ones by the date on which they are due, then the others, newest first.\n`,
    );
  });

const show = (id: string) =>
  withStore(async (store) => {
    const { record, changes, extensions } = await findRequest(store, id);
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
      ...(record.answer_by === null ? [] : [['Promised by', record.answer_by]]),
      ...extensions.map(({ at, due_at, reason }) => [`  extended`, `${at} to ${due_at}: ${reason}`]),
      ['Due', dueOf(record)],
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

interface StatusOptions {
  readonly receipt?: Sha256Hex;
  readonly extend?: number;
  readonly reason?: string;
}

/** @throws CommandError where a request of this status cannot be extended. */
const expectExtendable = (
  status: IntakeStatus,
  { due_at }: IntakeRecord,
  { extend, reason, receipt }: StatusOptions,
): void => {
  if ((extend === undefined) !== (reason === undefined))
    throw new CommandError('--extend and --reason go together: everybody may read why an answer takes longer.');
  if (extend === undefined) return;
  if (!isOpen(status)) throw new CommandError(`A request that is ${status} is not extended.`);
  if (receipt !== undefined)
    throw new CommandError('A request that names its decision needs no later date: leave out --extend or --receipt.');
  if (due_at === null)
    throw new CommandError('The receipt of this request promises no answer: there is no date to extend.');
};

const setStatus = (id: string, status: IntakeStatus, options: StatusOptions) =>
  withConfiguredStore(async (db) => {
    const { receipt, extend, reason } = options;
    const store = intakeStore(db);
    const { record } = await findRequest(store, id);
    expectExtendable(status, record, options);
    const now = new Date();
    // Comes first, because somebody else may be faster; then nothing is changed.
    if (record.due_at !== null && extend !== undefined && reason !== undefined) {
      const at = now.toISOString();
      const due_at = extendedDate(record.due_at, extend, at);
      if (!(await store.extend(record, { at, due_at, reason })))
        throw new CommandError('Nothing was changed: somebody else changed the request meanwhile.');
      process.stdout.write(`${id}: due ${minute(record.due_at)} → ${minute(due_at)} (UTC)\n`);
    }
    if (receipt !== undefined) process.stdout.write(`${await nameDecisionReceipt(db, process.cwd(), id, receipt)}\n`);
    const changed = await store.setStatus(id, status, now);
    process.stdout.write(changed ? `${id}: ${record.status} → ${status}\n` : `${id} is already ${status}.\n`);
    if (status === 'answered' && receipt === undefined && record.decision_receipt_hash_sha256 === null)
      process.stdout.write('Its page says that nothing shows the answer: --receipt <hash> names the decision.\n');
  });

const writeOut = async (text: string): Promise<void> => {
  // A file gets what is there, a terminal nothing that controls it.
  if (!process.stdout.write(process.stdout.isTTY ? printable(text) : text)) await once(process.stdout, 'drain');
};

const exportRequests = () =>
  withStore(async (store) => {
    let count = 0;
    for await (const record of store.each()) {
      await writeOut(`${printableJson(record)}\n`);
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

const reasonArgument = (text: string): string => {
  const reason = Name.safeParse(text);
  if (!reason.success || printable(reason.data) !== reason.data)
    throw new InvalidArgumentError(
      'expected one line of 1 to 300 characters without spaces at its ends, none of which turns the direction of writing',
    );
  return reason.data;
};

const program = new Command('inbox').description(
  'Manage public requests in the store that DATABASE_URL names. The service may keep running.',
);
program
  .command('list', { isDefault: true })
  .description('list requests: open ones by the date on which they are due, then the others, newest first')
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
  .option(
    '--extend <days>',
    'answer later: that many days after the date on which it is due, or after now if that is past',
    wholeNumber(1, 365),
  )
  .option('--reason <text>', 'why, in one line that the status page shows', reasonArgument)
  .action(setStatus);
program
  .command('export')
  .description(
    'write requests to standard output as NDJSON, oldest first: people who can read the file see who sent them',
  )
  .action(exportRequests);
program
  .command('delete <ids...>')
  .description('delete text, sender and contact; the receipt hash and the counts stay')
  .option('--yes', 'confirm the deletion')
  .action(deleteRequests);
await runCommand(() => program.parseAsync());
