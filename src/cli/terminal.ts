import { InvalidArgumentError } from 'commander';
import { Sha256Hex } from '../domain/json/sha256.ts';
import { isServiceError } from '../domain/vocabulary/errors.ts';
import { printable, printableInLine } from '../domain/vocabulary/words.ts';

export { printable, printableInLine, printableJson } from '../domain/vocabulary/words.ts';

/** An error that the command reports in one sentence, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Aligns rows in columns, two spaces apart; the last column is not padded. Untrusted text stays within its cell. */
export const columns = (untrusted: readonly (readonly string[])[]): string => {
  const rows = untrusted.map((row) => row.map(printableInLine));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => [...row[column]!].length))) ?? [];
  return rows
    .map((row) =>
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!))).join('  '),
    )
    .join('\n');
};

/** Parses an option as a whole number within bounds. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`expected a whole number from ${least} to ${most}`);
    return value;
  };

/**
 * Lets a reader such as head close the pipe early: that is no error, and what the command found stays its exit code. Output that
 * cannot be written, as to a full disk, is one.
 */
const allowClosedPipe = (): void => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`Standard output cannot be written (${error.code}): what is there is not whole.\n`);
    process.exit(1);
  });
};

/** Runs a command; an error becomes one sentence on standard error and this exit code. */
export const runCommand = async (command: () => Promise<unknown>, exitCode = 1): Promise<void> => {
  allowClosedPipe();
  try {
    await command();
  } catch (error) {
    // Behind a refusal of the store stands what the operator needs to know.
    const reason = isServiceError(error) && error.cause instanceof Error ? error.cause : error;
    process.stderr.write(`${printable(reason instanceof Error ? reason.message : String(reason))}\n`);
    process.exitCode = exitCode;
  }
};

/** Parses an argument or option as the hash of a receipt, in either case. */
export const hashArgument = (text: string): Sha256Hex => {
  const hash = Sha256Hex.safeParse(text.toLowerCase());
  if (!hash.success) throw new InvalidArgumentError('expected the 64 hexadecimal digits of a receipt hash');
  return hash.data;
};
