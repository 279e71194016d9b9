import { configFromEnvironment } from '../config.ts';
import { type DatabaseLocation, databaseUrl } from '../config/values.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { backUp, restore } from '../storage/backup.ts';
import { checkStore } from '../storage/check-store.ts';
import { copyStore } from '../storage/copy-store.ts';
import { describeLocation } from '../storage/database.ts';
import { withSnapshot } from '../storage/snapshot.ts';
import { columns, CommandError, printable } from './terminal.ts';

const say = (text: string): void => void process.stdout.write(`${printable(text)}\n`);

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

/** The store of the settings or of an argument, which standard error names. */
const namedStore = (argument?: string): DatabaseLocation => {
  const location = argument === undefined ? configFromEnvironment().databaseUrl : locationOf(argument);
  process.stderr.write(`Store: ${describeLocation(location)}\n`);
  return location;
};

/** The file of a SQLite store. @throws CommandError that names the tools of PostgreSQL. */
const fileOf = (location: DatabaseLocation): string => {
  if (location.kind === 'sqlite') return location.filename;
  throw new CommandError(
    'PostgreSQL is backed up and restored with its own tools, pg_dump and pg_restore: see OPERATIONS.md.',
  );
};

/** Writes the store of the settings into a new backup file. */
export const backup = async (file: string): Promise<void> => {
  const from = fileOf(namedStore());
  await backUp(from, file);
  say(`${from} is backed up in ${file}.`);
  say('Private keys are not in it: keep a copy of the key of the service in another place.');
};

/** Restores a backup into a new file. */
export const restoreBackup = async (file: string, into: string | undefined): Promise<void> => {
  const target = fileOf(namedStore(into));
  await restore(file, target);
  say(`${file} is restored in ${target}.`);
  say(
    'It knows nothing of requests and anchors since then: read "The budget" in OPERATIONS.md before you allow live anchoring.',
  );
};

/** Checks a store, prints what is wrong with it and what cannot be checked, and sets the exit code. */
export const check = async (store: string | undefined): Promise<void> => {
  const { siteUrl } = configFromEnvironment();
  const { problems, requests, elsewhere } = await withSnapshot(namedStore(store), (snapshot) =>
    checkStore(snapshot, siteUrl),
  );
  for (const problem of problems) say(`problem: ${problem}`);
  say(`${counted(requests, 'request')}, ${counted(problems.length, 'problem')}.`);
  if (elsewhere > 0)
    say(
      `${counted(elsewhere, 'receipt')} could not be checked: made for an address other than SITE_URL, or changed. Set SITE_URL to the earlier address to check those that name it.`,
    );
  process.exitCode = problems.length > 0 ? 1 : elsewhere > 0 ? 2 : 0;
};

/** Copies a store into an empty database or a new file. */
export const copy = async (into: string, { from }: { from?: string }): Promise<void> => {
  const [source, target] = [namedStore(from), locationOf(into)];
  const tables = await copyStore(source, target);
  const rows = Object.entries(tables).map(([name, count]) => [name, String(count)]);
  say(
    `${columns([['TABLE', 'ROWS'], ...rows])}\n\n${describeLocation(source)} is copied into ${describeLocation(target)}.`,
  );
};
