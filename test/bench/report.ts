/** One line of the table: a figure, the bound that it should keep, and what it is made of. */
export interface Line {
  readonly what: string;
  readonly figure: number;
  readonly bound: string;
  readonly holds: boolean;
  readonly parts: string;
}

export const atLeast = (what: string, figure: number, bound: number, parts: string): Line => ({
  what,
  figure,
  bound: `>= ${bound}`,
  holds: figure >= bound,
  parts,
});

export const atMost = (what: string, figure: number, bound: number, parts: string): Line => ({
  what,
  figure,
  bound: `<= ${bound}`,
  holds: figure <= bound,
  parts,
});

/** Prints the lines as a table; gives whether every bound holds. */
export const printTable = (lines: readonly Line[]): boolean => {
  const rows = lines.map(({ what, figure, bound, holds, parts }) => [
    holds ? 'ok' : '!!',
    figure.toFixed(2),
    bound,
    what,
    parts,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.every(({ holds }) => holds);
};
