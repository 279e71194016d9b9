import type { ProposalState } from './read-proposal.ts';

/** The day that a text such as `Oct 13, 2021` is; absent where it says anything else, such as `planned Oct 13, 2021`. */
const namedDay = (text: string | undefined): string | undefined =>
  text !== undefined && /^[A-Z][a-z]{2,8} \d{1,2}, \d{4}$/.test(text) && !Number.isNaN(Date.parse(`${text} UTC`))
    ? new Date(`${text} UTC`).toISOString().slice(0, 10)
    : undefined;

/** The rows of the first list-table of a text, by their heads. */
const firstTable = (text: string): ReadonlyMap<string, string> => {
  const table = /^\.\. list-table::.*\n((?:[ \t].*\n|\n)*)/m.exec(text)?.[1] ?? '';
  return new Map(
    [...table.matchAll(/^ *\* - (.+)\n *- (.+)$/gm)].map(([, head, cell]) => [head!.trim(), cell!.trim()]),
  );
};

/**
 * The state of a standard (CIS): final from the day in its row Final, and a draft as long as that row names a plan or no
 * day or is absent, unless the row Status says otherwise.
 */
export const readConcordiumStandard = (text: string, ref: string): readonly ProposalState[] => {
  const rows = firstTable(text);
  const created = namedDay(rows.get('Created'));
  const final = namedDay(rows.get('Final'));
  if (created === undefined && final === undefined) return [];
  // The day follows the status: "Draft - Aug 23, 2023".
  const stated = rows.get('Status')?.split(' - ')[0]!.trim().toLowerCase();
  const name = /^CIS-\d+: *(.+)$/m.exec(text)?.[1]?.trim() ?? ref;
  return [{ ref, name, status: final === undefined ? (stated ?? 'draft') : 'final', created, effectiveOn: final }];
};

/** The state of every protocol version: the rows of the table in the README, by the column of the mainnet. */
export const readProtocolTable = (text: string): readonly ProposalState[] => {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((line) => line.split('|').map((cell) => cell.trim()));
  const mainnet = cells[0]?.findIndex((cell) => /effective on mainnet/i.test(cell)) ?? -1;
  return cells.flatMap((line): ProposalState[] => {
    const ref = /\bP\d+\b/.exec(line[1] ?? '')?.[0];
    if (ref === undefined || mainnet === -1) return [];
    const on = namedDay(line[mainnet]);
    return [{ ref, name: line[2]!, status: on === undefined ? 'proposed' : 'in effect', effectiveOn: on }];
  });
};
