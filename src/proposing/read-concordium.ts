import type { ProposalState } from './family.ts';

/** The day that a text such as `Oct 13, 2021` names. */
const namedDay = (text: string): string | undefined => {
  const date = new Date(`${/[A-Z][a-z]{2} \d{1,2}, \d{4}/.exec(text)?.[0]} UTC`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
};

const row = (text: string, name: string): string | undefined =>
  new RegExp(String.raw`^ *\* - ${name} *\n *- *(.+)$`, 'm').exec(text)?.[1]?.trim();

/** The state of a standard (CIS): the first table of its text. */
export const readConcordiumStandard = (text: string, ref: string): readonly ProposalState[] => {
  const status = row(text, 'Status');
  if (status === undefined) return [];
  const final = status.toLowerCase() === 'final' ? namedDay(row(text, 'Final') ?? '') : undefined;
  const name = /^CIS-\d+: *(.+)$/m.exec(text)?.[1]?.trim() ?? ref;
  return [
    { ref, name, status: status.toLowerCase(), created: namedDay(row(text, 'Created') ?? ''), effectiveOn: final },
  ];
};

/** The state of every protocol version: the rows of the table in the README, by the column of the mainnet. */
export const readProtocolTable = (text: string): readonly ProposalState[] => {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((line) => line.split('|').map((cell) => cell.trim()));
  const mainnet = cells[0]?.findIndex((cell) => /effective on mainnet/i.test(cell)) ?? -1;
  return cells.flatMap((line): ProposalState[] => {
    const ref = /\((P\d+)\)/.exec(line[1] ?? '')?.[1];
    const cell = line[mainnet] ?? '';
    const on = namedDay(cell);
    if (ref === undefined || on === undefined) return [];
    const isPlanned = /planned/i.test(cell);
    return [
      { ref, name: line[2]!, status: isPlanned ? 'planned' : 'in effect', effectiveOn: isPlanned ? undefined : on },
    ];
  });
};
