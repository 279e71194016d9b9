import { ServiceError } from '../domain/vocabulary/errors.ts';

/** What is said of a failure of the store, by the codes of the driver: all of SQLite’s, and PostgreSQL’s by SQLSTATE or its first two characters. */
const explanations: readonly (readonly [codes: string, happened: string, remedy: string])[] = [
  ['SQLITE_FULL ENOSPC no_room', 'there is no room for more data', 'make room on the disk that is written to'],
  ['SQLITE_IOERR', 'the disk failed or is full', 'check the disk and its free space'],
  ['SQLITE_READONLY', 'the store is read-only', 'let the user of the service write the file and its folder'],
  ['SQLITE_CANTOPEN', 'the file cannot be opened', 'check that the folder exists and may be written'],
  ['SQLITE_BUSY SQLITE_LOCKED', 'another program holds a lock on the store', 'end the program that uses the file'],
  ['SQLITE_CORRUPT', 'the file is damaged', 'stop the service, keep the file, and restore the store from a backup'],
  ['SQLITE_NOTADB', 'the file is not a database', 'name another file, or restore the store from a backup'],
  ['ENOTDIR EEXIST EACCES EROFS', 'the folder of the store cannot be made or written', 'name another one, or let the user of the service write there'],
  ['ENOENT ELOOP', 'the address of the store leads nowhere', 'check that it is right, and what links lead to'],
  ['ECONNREFUSED ENOTFOUND EHOSTUNREACH ETIMEDOUT', 'the database server cannot be reached', 'check that it runs and that DATABASE_URL names it'],
  ['ECONNRESET EPIPE 08 connection_broken', 'the connection to the database server broke', 'check the server and the network'],
  ['57', 'the database server is stopping, starting or busy', 'check that it runs and that DATABASE_URL names it'],
  ['57014 55P03 no_answer queue_full', 'the database did not answer in time', 'look for what keeps it busy or locked'],
  ['40', 'the transaction collided with another one', 'nothing, unless it happens often'],
  ['53', 'the database server has no room or no connection left', 'make room, or allow it more connections'],
  ['28 3D', 'the database server refused the login', 'check user, password and database in DATABASE_URL'],
  ['25006', 'the database server is read-only', 'name the primary server in DATABASE_URL'],
  ['not_a_file', 'the store is a folder or a device', 'name a file'],
  ['file_gone', 'the file of the store was deleted or replaced while the service ran', 'put the file back, or stop the service and restore the store from a backup'],
  ['rolled_back', 'SQLite gave up the transaction by itself, because it could not write', 'make room on the disk that is written to'],
]; // prettier-ignore
const byCode = new Map(explanations.flatMap((one) => one[0].split(' ').map((code) => [code, one] as const)));
const defect = ['', 'the statement does not fit the store', 'report this with the operation and the code: it is a defect, or the tables were changed by hand'] as const; // prettier-ignore
const unusable = ['', 'the store cannot be used', 'look up the code of the driver'] as const;

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
    const [, happened, remedy] =
      byCode.get(code) ?? byCode.get(code.slice(0, 2)) ?? (isDefect(code) ? defect : unusable);
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
  /^SQLITE_(ERROR|CONSTRAINT)$/.test(code) ||
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
