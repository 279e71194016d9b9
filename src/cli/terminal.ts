import { SingleBar } from 'cli-progress';

/** A fault that is told to the person at the terminal in one sentence, without a stack. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
}

/** A text without control characters, so that what strangers wrote cannot steer a terminal. */
export const printable = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- these are the characters to remove
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

/** Columns of equal width, two spaces apart; the last column keeps its length. */
export const columns = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => [...row[column]!].length))) ?? [];
  return rows
    .map((row) =>
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!))).join('  '),
    )
    .join('\n');
};

/** Shows progress on standard error while work goes on; shows nothing where nobody looks. */
export const progress = (total: number, what: string): { add(count: number): void; stop(): void } => {
  const bar = new SingleBar({
    format: `${what} [{bar}] {value}/{total}, {eta_formatted} left`,
    stream: process.stderr,
    noTTYOutput: false,
    hideCursor: true,
  });
  bar.start(total, 0);
  return { add: (count) => bar.increment(count), stop: () => bar.stop() };
};

/** Runs a command line; a fault becomes one sentence on standard error and exit code 1. */
export const runCommand = async (command: () => Promise<unknown>): Promise<void> => {
  // A reader that has seen enough, like head, closes the pipe; that is no fault.
  process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EPIPE') throw fault;
    process.exit(0);
  });
  try {
    await command();
  } catch (fault) {
    process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
    process.exitCode = 1;
  }
};
