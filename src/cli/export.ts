import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { CommandError, printable, printableJson } from './terminal.ts';

export interface ExportOptions {
  readonly format: 'ndjson' | 'csv';
  /** The file to create; standard output when undefined. */
  readonly output?: string;
}

/** Adds the options of an export to a command. */
export const withExportOptions = (command: Command): Command =>
  command
    .addOption(new Option('--format <format>', 'form of the export').choices(['ndjson', 'csv']).default('ndjson'))
    .option('--output <file>', 'new file that only you can read (default: standard output)');

/** Hands over a way to write a new file that only its user can read, and leaves no file behind when that fails. */
const withNewFile = async <Result>(
  path: string,
  use: (write: (text: string) => Promise<void>) => Promise<Result>,
): Promise<Result> => {
  // wx: an export never overwrites a file.
  const file = await open(path, 'wx', 0o600);
  try {
    return await use((text) =>
      file.writeFile(text).catch(({ code }: NodeJS.ErrnoException) => {
        throw new CommandError(
          `${path} cannot be written (${code}). It was removed: make room, or name another place.`,
        );
      }),
    );
  } catch (failure) {
    await rm(path);
    throw failure;
  } finally {
    await file.close();
  }
};

const writeOut = async (text: string): Promise<void> => {
  // A file gets what is there, a terminal nothing that controls it.
  if (!process.stdout.write(process.stdout.isTTY ? printable(text) : text)) await once(process.stdout, 'drain');
};

/**
 * Writes rows as NDJSON, or as CSV with these columns.
 * @returns their number.
 * @throws Error when the file exists or cannot be written; then there is no half of it.
 */
export const exportRows = async <Row extends object>(
  { format, output }: ExportOptions,
  columns: readonly (keyof Row)[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): Promise<number> => {
  const { stringify } = await import('csv-stringify/sync');
  const exportWith = async (write: (text: string) => Promise<void>): Promise<number> => {
    let count = 0;
    if (format === 'csv') await write(stringify([columns]));
    for await (const row of rows) {
      const csv = () => stringify([columns.map((column) => row[column])], { escape_formulas: true });
      await write(format === 'csv' ? csv() : `${printableJson(row)}\n`);
      count += 1;
    }
    return count;
  };
  return output === undefined ? exportWith(writeOut) : withNewFile(output, exportWith);
};
