import { configFromEnvironment } from '../config.ts';
import { type DatabaseLocation, databaseUrl } from '../config/values.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { describeLocation } from '../storage/database.ts';
import { backUp } from '../storage/transfer/backup.ts';
import { checkStore } from '../storage/transfer/check-store.ts';
import { copyStore } from '../storage/transfer/copy-store.ts';
import { restore } from '../storage/transfer/restore.ts';
import { withSnapshot } from '../storage/transfer/snapshot.ts';
import type { StoreDigest } from '../storage/transfer/table-digest.ts';
import { columns, CommandError, printable } from './terminal.ts';

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

/** A location from an argument: an address as in DATABASE_URL, or the path of a file. @throws CommandError for neither. */
const locationOf = (text: string): DatabaseLocation => {
  try {
    return databaseUrl.parse(/^\w+:/.test(text) ? text : `file:${text}`);
  } catch (problem) {
    // The address is not repeated: it may hold a password.
    throw new CommandError(
      `The address of the store ${(problem as Error).message}. Accepted: a path, or ${databaseUrl.form}.`,
    );
  }
};

const ofSettings = (): DatabaseLocation => configFromEnvironment().databaseUrl;

/** Writes the store of the settings into a new backup file. */
export const backup = async (file: string): Promise<void> => {
  const from = ofSettings();
  const { tables, bytes } = await backUp(from, file, new Date());
  say(
    `${table(tables)}\n\n${describeLocation(from)} is backed up in ${file} (${bytes} bytes) and its manifest beside it.`,
  );
  say('Private keys are not in it: keep a copy of the key of the service in another place.');
};

/** Restores a backup into a new file. @throws CommandError when that would be PostgreSQL. */
export const restoreBackup = async (file: string, into: string | undefined): Promise<void> => {
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

/** Checks a store, prints what is wrong with it and what cannot be checked, and sets the exit code. */
export const check = async (store: string | undefined, { siteUrl: earlier }: { siteUrl: string[] }): Promise<void> => {
  const config = configFromEnvironment();
  const location = store === undefined ? config.databaseUrl : locationOf(store);
  const { problems, recomputed, unverified } = await withSnapshot(location, (snapshot) =>
    checkStore(snapshot, [config.siteUrl, ...earlier]),
  );
  for (const problem of problems) say(`problem: ${problem}`);
  say(
    `${counted(recomputed, 'receipt hash', 'receipt hashes')} computed again, ${counted(problems.length, 'problem')}.`,
  );
  if (unverified.length > 0) {
    say(
      `${counted(unverified.length, 'receipt names', 'receipts name')} an address other than SITE_URL or ${unverified.length === 1 ? 'was' : 'were'} changed: ${unverified.slice(0, NAMED).join(' ')}${unverified.length > NAMED ? ' …' : ''}\nAdd --site-url with each earlier SITE_URL to check them.`,
    );
  }
  process.exitCode = problems.length > 0 ? 1 : unverified.length > 0 ? UNVERIFIED : 0;
};

/** Copies a store into an empty one, or goes on with a copy that was broken off. */
export const copy = async (into: string, { from }: { from?: string }): Promise<void> => {
  const [source, target] = [from === undefined ? ofSettings() : locationOf(from), locationOf(into)];
  let copied = 0;
  const digest = await copyStore(source, target, (count) => {
    copied += count;
    if (process.stderr.isTTY) process.stderr.write(`\r${counted(copied, 'row')}`);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  say(
    `${table(digest)}\n\n${describeLocation(source)} is copied into ${describeLocation(target)}, and both are the same.`,
  );
};
