/** One line of the table: a ratio, the bound it should keep, and the figures it is made of. */
export interface Line {
  readonly what: string;
  readonly ratio: number;
  readonly bound: string;
  readonly holds: boolean;
  readonly figures: string;
}

export const atLeast = (what: string, ratio: number, bound: number, figures: string): Line => ({
  what,
  ratio,
  bound: `>= ${bound}`,
  holds: ratio >= bound,
  figures,
});

export const atMost = (what: string, ratio: number, bound: number, figures: string): Line => ({
  what,
  ratio,
  bound: `<= ${bound}`,
  holds: ratio <= bound,
  figures,
});

/** A figure without a bound. */
export const told = (what: string, value: number, figures: string): Line => ({
  what,
  ratio: value,
  bound: '',
  holds: true,
  figures,
});

/** The lines of one part of the benchmark. */
export interface PartOfReport {
  readonly part: string;
  readonly lines: readonly Line[];
}

/** Prints one table of all parts; gives whether every bound holds. */
export const printTable = (report: readonly PartOfReport[]): boolean => {
  const rows = [
    ['', 'part', 'measured', 'bound', 'what', 'figures'],
    ...report.flatMap(({ part, lines }) =>
      lines.map(({ what, ratio, bound, holds, figures }, at) => [
        holds ? 'ok' : '!!',
        at === 0 ? part : '',
        Number.isNaN(ratio) ? '–' : ratio.toFixed(2),
        bound,
        what,
        figures,
      ]),
    ),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  return report.every(({ lines }) => lines.every(({ holds }) => holds));
};

export const rate = (value: number): string => `${Math.round(value)}/s`;
