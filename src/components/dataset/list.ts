import { type DatasetId, datasetOf } from '../../dataset-files/registry.ts';
import { nameOfChain } from '../../domain/chains/known-chains.ts';
import { datasetPaths } from '../../domain/datasets/forms/paths.ts';
import { nameOfEcosystem } from '../../domain/datasets/record/ecosystems.ts';
import { isOfOwnChain } from '../../domain/datasets/record/own-chain.ts';
import { type DatasetRecord, presentOf } from '../../domain/datasets/record/record.ts';
import { confidenceTerms } from '../../domain/datasets/record/source.ts';
import type { Term } from '../../domain/vocabulary/terms.ts';
import { comparing, counted } from '../../domain/vocabulary/words.ts';
import { element, type Fact, htmlOf, type Said, type Section, sub } from './said.ts';
import { labelOf } from './text.ts';

/** A filter of a list, named as it stands in the address. */
export interface Filter<R> {
  readonly name: string;
  readonly label: string;
  /** What a record is found by. */
  readonly of: (record: R) => readonly string[];
  readonly labelOf: (value: string) => string;
  /** The order of its choices; without one, that of their labels. */
  readonly order?: readonly string[];
}

/** A column of a list, named as `sort` in the address has it. The first one is the head of the rows. */
export interface Column<R> {
  readonly name: string;
  readonly label: string;
  /** Without one, it has the labels of the filter of its name. */
  readonly cell?: (record: R) => Said;
  /** What it is sorted by, if not by its words. */
  readonly sort?: (record: R) => string | number;
  /** Whether a phone shows it, with its label where it needs that to be understood. */
  readonly brief?: boolean | 'labelled';
  /** How many records have it, over its label, and the filter that shows these. */
  readonly sum?: { readonly count: number; readonly query: string };
  /** The orders by it, by the value of `sort` in the address; its head chooses one after the other. */
  readonly orders?: Readonly<Record<string, string>>;
}

/** A filter by the values of a vocabulary, in its order. */
export const termFilter = <R>(
  name: string,
  label: string,
  terms: Readonly<Record<string, Term>>,
  of: (record: R) => string | readonly string[],
): Filter<R> => ({
  name,
  label,
  of: (record) => [of(record)].flat(),
  labelOf: (value) => labelOf(terms, value),
  order: Object.keys(terms),
});

const EVM = 'eip155';

export const chainFilter = <R>(of: (record: R) => readonly string[]): Filter<R> => ({
  name: 'chain',
  label: 'Chain',
  // All EVM chains have one namespace (CAIP-2), which is a choice of its own.
  of: (record) => [...new Set(of(record).flatMap((chain) => (chain.startsWith(EVM) ? [EVM, chain] : chain)))],
  labelOf: (value) => (value === EVM ? 'Any EVM chain' : nameOfChain(value)),
});

/** The head of a row: the name of a record, which leads to its page, and what is written small below it. */
export const nameCell = (
  dataset: DatasetId,
  record: DatasetRecord,
  below = datasetOf(dataset).aboutOf(record),
): Said => [
  element('a', { href: datasetPaths(dataset).recordPage(record.id), dir: 'auto' }, datasetOf(dataset).nameOf(record)),
  sub(below, isOfOwnChain(record) && ', own chain', record.withdrawn_on && `, withdrawn ${record.withdrawn_on}`),
];

/** How much a record rests on, and how much of it is doubtful. */
export const sourcesColumn: Column<DatasetRecord> = {
  name: 'sources',
  label: 'Sources',
  orders: { '-sources': 'Most sources' },
  sort: ({ sources }) => sources.length,
  cell: ({ sources, doubts }) => [
    counted(sources.length, 'source'),
    doubts.length > 0 && sub(counted(doubts.length, 'doubt')),
  ],
};

/** A list of records with its filters and orders, as its page shows it. */
export type List = ReturnType<typeof buildList>;

/**
 * Makes a list of records.
 * @param list.order that of the page, as `sort` in the address has it.
 */
export const buildList = <R extends DatasetRecord & { readonly ecosystem?: string }>(list: {
  readonly records: readonly R[];
  readonly columns: readonly Column<R>[];
  readonly filters: readonly Filter<R>[];
  readonly order: string;
  /** The filters that are held against one of the cells of a record together. */
  readonly together?: readonly string[];
}) => {
  const { records, columns, order, together } = list;
  const { sort } = columns.find(({ name }) => name === order.replace(/^-/, ''))!;
  const filters: readonly Filter<R>[] = [
    ...list.filters,
    { name: 'ecosystem', label: 'Ecosystem', of: ({ ecosystem = [] }) => [ecosystem].flat(), labelOf: nameOfEcosystem },
    termFilter('confidence', 'Confidence', confidenceTerms, ({ confidence }) => confidence),
  ];
  const labelsIn = (name: string, record: R): string => {
    const { of, labelOf } = filters.find((filter) => filter.name === name)!;
    return of(record).map(labelOf).join(', ');
  };
  return {
    order,
    together: together?.join(' '),
    orders: columns.flatMap(({ orders = {} }) => Object.entries(orders).map(([value, label]) => ({ value, label }))),
    columns: columns.map(({ name, label, brief, sum, orders }) => ({ name: orders && name, label, brief, sum })),
    /** What can be chosen, with how many records have it; what no record has a value for is left out. */
    filters: filters
      .map(({ name, label, of, labelOf, order: known }) => {
        const choices = [...Map.groupBy(presentOf(records).flatMap(of), (value) => value)]
          .map(([value, { length }]) => ({ value, label: labelOf(value), count: length }))
          .toSorted(known ? (a, b) => known.indexOf(a.value) - known.indexOf(b.value) : comparing((one) => one.label));
        return { name, label, choices };
      })
      .filter(({ label, choices }) => label !== '' && choices.length > 0),
    rows: records.toSorted(comparing((record) => String(sort!(record)), order.startsWith('-'))).map((record) => ({
      attributes: Object.fromEntries([
        ['data-id', record.id],
        ['class', record.withdrawn_on && 'gone'],
        ...filters.map(({ name, of }) => [`data-${name}`, of(record).join(' ') || undefined]),
      ]) as Record<string, string>,
      cells: columns.map(({ name, cell = (one: R) => labelsIn(name, one), sort: valueOf }) => ({
        html: htmlOf(cell(record)),
        value: valueOf?.(record),
      })),
    })),
  };
};

/** What a dataset has of its own on its page and on those of its records. */
export interface View<R> {
  /** What its page says first. */
  readonly lede: string;
  readonly list: List;
  /** What stands for what in its rows on a phone. */
  readonly key?: string;
  /** How its records are to be read. */
  readonly limits: readonly Said[];
  /** How it is made. */
  readonly method: readonly Section[];
  /** The page that shows records beside one another. */
  readonly compare?: string;
  /** What it shows of a record. */
  readonly face: (record: R) => {
    readonly description: string;
    readonly facts: readonly Fact[];
    readonly sections: readonly Section[];
  };
}
