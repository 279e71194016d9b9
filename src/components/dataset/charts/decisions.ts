import type { DecisionRecord } from '../../../domain/datasets/governance/record.ts';
import { outcomeStatusTerms } from '../../../domain/datasets/governance/terms.ts';
import { type Term, valuesOf } from '../../../domain/vocabulary/terms.ts';
import { columnsOf, periodNamesOf, UNDATED } from './periods.ts';

/** A class of the drawing for each outcome, in the order in which the dots of a period stand. */
const looks = {
  in_effect: 'mark-stands',
  superseded: 'mark-replaced',
  pending: 'mark-open',
  unknown: 'mark-open',
  withdrawn_or_rejected: 'mark-refused',
} as const satisfies Record<DecisionRecord['outcome_status'], string>;

const { in_effect, superseded, pending, unknown, withdrawn_or_rejected } = outcomeStatusTerms;

/** What the dots stand for. */
export const outcomeMarks = [
  { look: 'mark-stands', label: in_effect.label, shape: 'dot' },
  { look: 'mark-replaced', label: superseded.label, shape: 'dot' },
  { look: 'mark-open', label: `${pending.label} or ${unknown.label.toLowerCase()}`, shape: 'dot' },
  { look: 'mark-refused', label: withdrawn_or_rejected.label, shape: 'dot' },
] as const;

const inWords = ({ label, meaning }: Term): string => `${label.toLowerCase()} (${meaning.replace(/\.$/, '')})`;

const order = Object.keys(looks);

/** A row of dots, one for each decision; `query` is what shows its records. */
export const rowOf = (label: string, query: string, those: readonly DecisionRecord[]) => ({
  label,
  href: query,
  things: those
    .toSorted((a, b) => order.indexOf(a.outcome_status) - order.indexOf(b.outcome_status))
    .map(({ decided_on, outcome_status }) => ({ periods: periodNamesOf(decided_on), look: looks[outcome_status] })),
});

/** The columns of decisions over time, and what is to be said of them. */
export const timeOf = (entries: readonly DecisionRecord[]) => {
  const columns = columnsOf(entries.flatMap(({ decided_on }) => decided_on ?? []));
  const vague = columns.some(({ part }) => part === '?');
  return {
    columns,
    note: `One dot is one decision; an empty one is ${inWords(pending)} or ${inWords(unknown)}. A year with many decisions has a column for each quarter${vague ? ', and “?” for those dated only to the year' : ''}.`,
  };
};

const yearOf = ({ decided_on }: DecisionRecord): string => decided_on?.slice(0, 4) ?? UNDATED;

/** The years in which there are decisions, for a table of numbers. */
export const yearsOf = (entries: readonly DecisionRecord[]): string[] => [...new Set(entries.map(yearOf))].toSorted();

/** The numbers of a row of that table, by year and in all, with links where there is a query that shows the records. */
export const cellsOf = (those: readonly DecisionRecord[], years: readonly string[], query?: string) => {
  const cell = (count: number, more: string) => ({
    count,
    ...(query === undefined ? {} : { href: `${query}${more}#records-heading` }),
  });
  return [
    ...years.map((year) => cell(those.filter((record) => yearOf(record) === year).length, `&decided=${year}`)),
    cell(those.length, ''),
  ];
};

/** The decisions by a term of each, in the order of the terms: those that a filter of the list shows. */
export const groupsOf = <Terms extends Readonly<Record<string, Term>>>(
  entries: readonly DecisionRecord[],
  terms: Terms,
  filter: string,
  valueOf: (entry: DecisionRecord) => keyof Terms,
) =>
  valuesOf(terms)
    .map((value) => ({
      label: terms[value]!.label,
      query: `?${filter}=${value}`,
      those: entries.filter((entry) => valueOf(entry) === value),
    }))
    .filter(({ those }) => those.length > 0);
