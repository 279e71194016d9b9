import { ServiceError } from '../domain/vocabulary/errors.ts';

/** What is said of a failure of the store: what happened, and what the operator does about it. */
interface Explanation {
  readonly happened: string;
  readonly remedy: string;
}

const away: Explanation = {
  happened: 'the database server cannot be reached',
  remedy: 'check that it runs and that DATABASE_URL names it',
};
const ended: Explanation = {
  happened: 'the connection to the database server broke',
  remedy: 'check the server and the network',
};
const slow: Explanation = {
  happened: 'the database did not answer in time',
  remedy: 'look for what keeps it busy or locked',
};
const locked: Explanation = {
  happened: 'another program holds a lock on the store',
  remedy: 'end the program that uses the file',
};
const noFolder: Explanation = {
  happened: 'the folder of the store cannot be made or written',
  remedy: 'name another one, or let the user of the service write there',
};
const nowhere: Explanation = {
  happened: 'the address of the store leads nowhere',
  remedy: 'check that it is right, and what links lead to',
};
const full: Explanation = {
  happened: 'there is no room for more data',
  remedy: 'make room on the disk that is written to',
};
const damaged: Explanation = {
  happened: 'the file is damaged',
  remedy: 'stop the service, keep the file, and restore the store from a backup',
};
const refused: Explanation = {
  happened: 'the database server refused the login',
  remedy: 'check user, password and database in DATABASE_URL',
};
const defect: Explanation = {
  happened: 'the statement does not fit the store',
  remedy: 'report this with the operation and the code: it is a defect, or the tables were changed by hand',
};

const unusable: Explanation = { happened: 'the store cannot be used', remedy: 'look up the code of the driver' };

/** By the code of the driver: all of SQLite’s, and PostgreSQL’s by SQLSTATE or its first two characters. */
const explanations: Readonly<Record<string, Explanation>> = {
  SQLITE_FULL: full,
  SQLITE_IOERR: { happened: 'the disk failed or is full', remedy: 'check the disk and its free space' },
  SQLITE_READONLY: { happened: 'the store is read-only', remedy: 'let the user of the service write the file and its folder' },
  SQLITE_CANTOPEN: { happened: 'the file cannot be opened', remedy: 'check that the folder exists and may be written' },
  SQLITE_BUSY: locked,
  SQLITE_LOCKED: locked,
  SQLITE_CORRUPT: damaged,
  SQLITE_NOTADB: { happened: 'the file is not a database', remedy: 'name another file, or restore the store from a backup' },
  SQLITE_ERROR: defect,
  SQLITE_CONSTRAINT: defect,
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  EACCES: noFolder,
  EROFS: noFolder,
  ENOENT: nowhere,
  ELOOP: nowhere,
  ENOSPC: full,
  ECONNREFUSED: away,
  ENOTFOUND: away,
  EHOSTUNREACH: away,
  ETIMEDOUT: away,
  ECONNRESET: ended,
  EPIPE: ended,
  '08': ended,
  '57': { ...away, happened: 'the database server is stopping, starting or busy' },
  '57014': slow,
  '55P03': slow,
  '40': { happened: 'the transaction collided with another one', remedy: 'nothing, unless it happens often' },
  '53': { happened: 'the database server has no room or no connection left', remedy: 'make room, or allow it more connections' },
  '28': refused,
  '3D': refused,
  '25006': { happened: 'the database server is read-only', remedy: 'name the primary server in DATABASE_URL' },
  not_a_file: { happened: 'the store is a folder or a device', remedy: 'name a file' },
  file_gone: {
    happened: 'the file of the store was deleted or replaced while the service ran',
    remedy: 'put the file back, or stop the service and restore the store from a backup',
  },
  no_room: full,
  rolled_back: { ...full, happened: 'SQLite gave up the transaction by itself, because it could not write' },
  no_answer: slow,
  queue_full: slow,
  connection_broken: ended,
}; // prettier-ignore

/** Classes of SQLSTATE that say that the statement is wrong, not that the server is away. */
const defectClasses = new Set(['0A', '21', '22', '23', '26', '2F', '34', '42', 'P0']);
const defectErrors = [TypeError, SyntaxError, RangeError, ReferenceError];

/** Failures after which a commit may have happened all the same. */
const unknownOutcomes = new Set([
  'connection_broken',
  'no_answer',
  'ECONNRESET',
  'EPIPE',
  '08',
  '40003',
  'SQLITE_IOERR',
]);

/** A store that must not be used as it is. The message says why and what to do. */
export class UnusableStore extends Error {
  override readonly name = 'UnusableStore';
}

/** A failure of the store, fit for a log: it names code and operation, and holds neither SQL nor values. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
  /** The code of the driver or of this file. */
  readonly code: string;
  /** What was being done. */
  readonly operation: string;

  constructor(operation: string, code: string) {
    const { happened, remedy } =
      explanations[code] ?? explanations[code.slice(0, 2)] ?? (isDefect(code) ? defect : unusable);
    super(`${happened} (${code}): ${operation}. What to do: ${remedy}.`);
    this.code = code;
    this.operation = operation;
  }
}

/** The code of what a driver threw. A message is read to tell failures apart, and never passed on. */
const codeOf = (thrown: unknown): string => {
  const { code } = thrown as { code?: unknown };
  // After some failures SQLite has rolled back before Knex does; what Knex then throws hides the failure itself.
  if (code === 'SQLITE_ERROR' && /no transaction is active/.test((thrown as Error).message)) return 'rolled_back';
  if (typeof code === 'string' && /^[A-Z0-9_]{5,32}$/.test(code)) return code;
  const { name, message } = thrown instanceof Error ? thrown : new Error();
  if (name === 'KnexTimeoutError') return 'queue_full';
  if (message.startsWith('timeout exceeded when trying to connect')) return 'ETIMEDOUT';
  if (message === 'Query read timeout') return 'no_answer';
  return defectErrors.some((defective) => thrown instanceof defective) ? name : 'connection_broken';
};

/** Whether the statement is wrong, rather than the store away. */
const isDefect = (code: string): boolean =>
  explanations[code] === defect ||
  (/^[A-Z0-9]{5}$/.test(code) && defectClasses.has(code.slice(0, 2))) ||
  defectErrors.some(({ name }) => name === code);

const nothingAccepted = 'The store cannot be used at the moment; nothing was accepted.';
const unknownOutcome =
  'The store stopped answering while this was being written: it is not known whether it was accepted. A repeat with the same Idempotency-Key, or of the same receipt hash, is safe.';

/** The refusal for a store that cannot be used; its cause is for the log. */
const storageUnavailable = (failure: StorageFailure, outcome: 'none' | 'unknown' = 'none'): ServiceError =>
  Object.assign(
    new ServiceError('storage_unavailable', outcome === 'unknown' ? unknownOutcome : nothingAccepted, {
      retryAfterSeconds: 5,
      members: outcome === 'unknown' ? { outcome } : {},
    }),
    { cause: failure },
  );

/** What a driver threw, fit for a log. Nothing of its message goes on, because it may hold what was bound to the statement. */
export const failureOf = (thrown: unknown, operation: string): StorageFailure =>
  thrown instanceof StorageFailure ? thrown : new StorageFailure(operation, codeOf(thrown));

/** What a caller of the store gets: the refusal `storage_unavailable` for an outage, the failure itself for a defect. */
export const refusalOf = (failure: StorageFailure, writes: boolean): ServiceError | StorageFailure => {
  const { code } = failure;
  if (isDefect(code)) return failure;
  const mayHaveHappened = writes && (unknownOutcomes.has(code) || unknownOutcomes.has(code.slice(0, 2)));
  return storageUnavailable(failure, mayHaveHappened ? 'unknown' : 'none');
};
