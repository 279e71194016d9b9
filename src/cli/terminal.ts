import { InvalidArgumentError } from 'commander';
import { isServiceError } from '../domain/vocabulary/errors.ts';

/** An error that the command reports in one sentence, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** What controls a terminal, begins a line unseen, or turns the direction of writing; all but tab and line feed. */
const unsafe =
  // eslint-disable-next-line no-control-regex -- these are the characters to find
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Replaces control characters, so that untrusted text cannot control the terminal. Its lines stay lines. */
export const printable = (text: string): string => text.replace(unsafe, '\ufffd');

/** Like {@link printable}, for text that stands within a line: it cannot begin one, and so forge what a command says. */
export const printableInLine = (text: string): string => printable(text).replaceAll(/[\t\n]/g, '\ufffd');

/** A value as JSON that cannot control the terminal: what could is escaped, so the value stays the same. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

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

/** Lets a reader such as head close the pipe early: that is no error, and what the command found stays its exit code. */
export const allowClosedPipe = (): void => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
};

/** Runs a command; an error becomes one sentence on standard error and exit code 1. */
export const runCommand = async (command: () => Promise<unknown>): Promise<void> => {
  allowClosedPipe();
  try {
    await command();
  } catch (error) {
    // Behind a refusal of the store stands what the operator needs to know.
    const reason = isServiceError(error) && error.cause instanceof Error ? error.cause : error;
    process.stderr.write(`${printable(reason instanceof Error ? reason.message : String(reason))}\n`);
    process.exitCode = 1;
  }
};
