import { Command } from 'commander';
import { configFromEnvironment } from '../config.ts';
import { type DatabaseLocation, databaseUrl, siteUrl } from '../config/values.ts';
import { describeLocation } from '../storage/database.ts';
import { backUp } from '../storage/transfer/backup.ts';
import { checkStore } from '../storage/transfer/check-store.ts';
import { copyStore } from '../storage/transfer/copy-store.ts';
import { restore } from '../storage/transfer/restore.ts';
import { withSnapshot } from '../storage/transfer/snapshot.ts';
import type { StoreDigest } from '../storage/transfer/table-digest.ts';
import { columns, CommandError, printable, runCommand } from './terminal.ts';

/** The exit code of a check that found nothing wrong and could not check everything. */
const UNVERIFIED = 2;
/** The number of requests that a report names. */
const NAMED = 10;

const say = (text: string): void => void process.stdout.write(`${printable(text)}\n`);

const table = (digest: StoreDigest): string =>
  columns([
    ['TABLE', 'ROWS', 'SHA-256 OF ALL ROWS'],
    ...Object.entries(digest).map(([name, { rows, sha256 }]) => [name, String(rows), sha256]),
  ]);

/** A location from an argument: an address as in DATABASE_URL, or the path of a file. */
const locationOf = (text: string): DatabaseLocation => databaseUrl.parse(/^\w+:/.test(text) ? text : `file:${text}`);

const ofSettings = (): DatabaseLocation => configFromEnvironment().databaseUrl;

const backup = async (file: string): Promise<void> => {
  const from = ofSettings();
  const { tables, bytes } = await backUp(from, file, new Date());
  say(
    `${table(tables)}\n\n${describeLocation(from)} is backed up in ${file} (${bytes} bytes) and its manifest beside it.`,
  );
  say('Private keys are not in it: keep a copy of the key of the service in another place.');
};

const restoreBackup = async (file: string, into: string | undefined): Promise<void> => {
  const target = into === undefined ? ofSettings() : locationOf(into);
  if (target.kind !== 'sqlite')
    throw new CommandError(
      'A backup is restored into a file: use `copy --from <backup>` to fill an empty PostgreSQL database.',
    );
  const { tables, made_at: madeAt } = await restore(file, target.filename);
  say(`${table(tables)}\n\nThe backup of ${madeAt} is restored in ${target.filename}.`);
  say(
    'It knows nothing of requests and anchors since then: read "The budget" in OPERATIONS.md before you allow live anchoring.',
  );
};

const check = async (store: string | undefined, { siteUrl: earlier }: { siteUrl: string[] }): Promise<void> => {
  const config = configFromEnvironment();
  const location = store === undefined ? config.databaseUrl : locationOf(store);
  const { problems, recomputed, unverified } = await withSnapshot(location, (snapshot) =>
    checkStore(snapshot, [config.siteUrl, ...earlier]),
  );
  for (const problem of problems) say(`problem: ${problem}`);
  say(`${recomputed} receipt hash(es) computed again, ${problems.length} problem(s).`);
  if (unverified.length > 0) {
    say(
      `${unverified.length} receipt(s) name an address other than SITE_URL or were changed: ${unverified.slice(0, NAMED).join(' ')}${unverified.length > NAMED ? ' …' : ''}\nAdd --site-url with each earlier SITE_URL to check them.`,
    );
  }
  process.exitCode = problems.length > 0 ? 1 : unverified.length > 0 ? UNVERIFIED : 0;
};

const copy = async (into: string, { from }: { from?: string }): Promise<void> => {
  const [source, target] = [from === undefined ? ofSettings() : locationOf(from), locationOf(into)];
  let copied = 0;
  const digest = await copyStore(source, target, (count) => {
    copied += count;
    if (process.stderr.isTTY) process.stderr.write(`\r${copied} row(s)`);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  say(
    `${table(digest)}\n\n${describeLocation(source)} is copied into ${describeLocation(target)}, and both are the same.`,
  );
};

const program = new Command('store').description(
  'Back up, restore, check and move the store that DATABASE_URL names. The service may keep running, except for a copy.',
);
program
  .command('backup <file>')
  .description('write the store as it is at this moment into a new SQLite file, with a manifest beside it')
  .action(backup);
program
  .command('restore <backup> [file]')
  .description('restore a backup into a new file, by default the one that DATABASE_URL names')
  .action(restoreBackup);
program
  .command('check [store]')
  .description('check the file, the hashes of texts and receipts, the counters and the money of anchors')
  .option(
    '--site-url <url>',
    'an earlier SITE_URL that receipts name; can be repeated',
    (text: string, earlier: string[]) => [...earlier, siteUrl.parse(text)],
    [],
  )
  .action(check);
program
  .command('copy <to>')
  .description('copy the store into an empty one, of SQLite or PostgreSQL; goes on where it was broken off')
  .option('--from <store>', 'the store to copy instead of the one that DATABASE_URL names')
  .action(copy);

await runCommand(() => program.parseAsync());
