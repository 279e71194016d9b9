import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type Command, Option } from 'commander';
import { printable, printableJson } from './terminal.ts';

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

/** Writes rows as NDJSON, or as CSV with these columns. Returns their number. @throws Error when the file exists. */
export const exportRows = async <Row extends object>(
  { format, output }: ExportOptions,
  columns: readonly (keyof Row)[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): Promise<number> => {
  // wx: an export never overwrites a file.
  const out = output === undefined ? process.stdout : createWriteStream(output, { flags: 'wx', mode: 0o600 });
  if (out !== process.stdout) await once(out, 'open');
  const write = async (text: string): Promise<void> => {
    // A file gets what is there, a terminal nothing that controls it.
    if (!out.write(out === process.stdout && process.stdout.isTTY ? printable(text) : text)) await once(out, 'drain');
  };
  const { stringify } = await import('csv-stringify/sync');
  let count = 0;
  if (format === 'csv') await write(stringify([columns]));
  for await (const row of rows) {
    const csv = () => stringify([columns.map((column) => row[column])], { escape_formulas: true });
    await write(format === 'csv' ? csv() : `${printableJson(row)}\n`);
    count += 1;
  }
  if (out !== process.stdout) {
    out.end();
    await once(out, 'finish');
  }
  return count;
};
