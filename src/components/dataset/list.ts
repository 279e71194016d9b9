import { loadDocuments } from '../../dataset-files/load.ts';
import { type DatasetId, datasetOf } from '../../dataset-files/registry.ts';
import { nameOfChain } from '../../domain/chains/known-chains.ts';
import { datasetPaths } from '../../domain/datasets/forms/paths.ts';
import { checkResultTerms } from '../../domain/datasets/observatory/terms.ts';
import type { RecordFacets } from '../../domain/datasets/record/dataset.ts';
import { nameOfEcosystem } from '../../domain/datasets/record/ecosystems.ts';
import { type DatasetRecord, presentOf } from '../../domain/datasets/record/record.ts';
import { confidenceTerms } from '../../domain/datasets/record/source.ts';
import type { Term } from '../../domain/vocabulary/terms.ts';
import { counted } from '../../domain/vocabulary/words.ts';
import { element, htmlOf, type Said, sub } from './said.ts';

/** A choice of a filter, with how many records have it. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** A filter of a list, named as it stands in the address. */
export interface Filter<R> {
  readonly name: string;
  readonly label: string;
  /** What a record is found by. */
  readonly of: (record: R) => readonly string[];
  /** The choices, from the values of all records. */
  readonly choices: (values: readonly string[]) => readonly Choice[];
}

/** A column of a list, named as `sort` in the address has it. The first one is the head of the rows. */
export interface Column<R> {
  readonly name: string;
  readonly label: string;
  readonly cell: (record: R) => Said;
  /** What it is sorted by, if not by its words. */
  readonly sort?: (record: R) => string | number;
  /** The order that its head chooses first. */
  readonly first?: 'desc';
  /** Whether a phone shows it, with its label where it needs that to be understood. */
  readonly brief?: boolean | 'labelled';
  /** A figure over its label. */
  readonly sum?: number;
  /** The orders by it that a phone offers, by the value of `sort`. */
  readonly orders?: Readonly<Record<string, string>>;
}

const choicesOf = (values: readonly string[], labelOf: (value: string) => string): Choice[] =>
  [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => ({
    value,
    label: labelOf(value),
    count: length,
  }));

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
  choices: (values) => {
    const order = Object.keys(terms);
    return choicesOf(values, (value) => terms[value]?.label ?? value).toSorted(
      (a, b) => order.indexOf(a.value) - order.indexOf(b.value),
    );
  },
});

const byLabel = (a: Choice, b: Choice): number => a.label.localeCompare(b.label, 'en');

type Facets = Omit<RecordFacets, 'about'> & Pick<DatasetRecord, 'confidence'>;

const facetsOf = (dataset: DatasetId, record: DatasetRecord): Facets => ({
  ...datasetOf(dataset).facetsOf(record),
  confidence: record.confidence,
});

/** The filters that all datasets share. */
const facetFilters: readonly Filter<Facets>[] = [
  {
    name: 'chain',
    label: 'Chain',
    of: ({ chains = [] }) => chains,
    choices: (values) => choicesOf(values, nameOfChain).toSorted(byLabel),
  },
  {
    name: 'ecosystem',
    label: 'Ecosystem',
    of: ({ ecosystem = [] }) => [ecosystem].flat(),
    choices: (values) => choicesOf(values, nameOfEcosystem).toSorted(byLabel),
  },
  termFilter('confidence', 'Confidence', confidenceTerms, ({ confidence }) => confidence),
  termFilter('check', 'Checks', checkResultTerms, ({ checks = [] }) => checks),
];

/** A filter as a page shows it. */
type ShownFilter = Pick<Filter<never>, 'name' | 'label'> & { readonly choices: readonly Choice[] };

/** What can be chosen among the values that records have; a filter for which none has a value is left out. */
const shown = ({ name, label, choices }: Omit<Filter<never>, 'of'>, values: readonly string[]): ShownFilter[] =>
  values.length === 0 || label === '' ? [] : [{ name, label, choices: choices(values) }];

/** The filters that all datasets share, over the records of all of them. */
export const filtersOfAll = (datasets: readonly DatasetId[]): ShownFilter[] => {
  const facets = datasets.flatMap((id) =>
    presentOf<DatasetRecord>(loadDocuments()[id].entries).map((record) => facetsOf(id, record)),
  );
  return facetFilters.flatMap((filter) => shown(filter, facets.flatMap(filter.of)));
};

/** The head of a row: the name of a record, which leads to its page, and what is written small below it. */
export const nameCell = (dataset: DatasetId, record: DatasetRecord, below: string): Said => [
  element('a', { href: datasetPaths(dataset).recordPage(record.id), dir: 'auto' }, datasetOf(dataset).nameOf(record)),
  sub(below, record.withdrawn_on && `, withdrawn ${record.withdrawn_on}`),
];

/** How much a record rests on, and how much of it is doubtful. */
export const sourcesColumn: Column<DatasetRecord> = {
  name: 'sources',
  label: 'Sources',
  first: 'desc',
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
 * @param list.order the order in which the records come, as `sort` of the address has it; none for one that no column has.
 */
export const buildList = <R extends DatasetRecord>(list: {
  readonly dataset: DatasetId;
  readonly records: readonly R[];
  readonly columns: readonly Column<R>[];
  readonly filters: readonly Filter<R>[];
  readonly order?: string;
}) => {
  const { dataset, records, columns, order } = list;
  const filters: readonly Filter<R>[] = [
    ...list.filters,
    ...facetFilters.map((filter) => ({ ...filter, of: (record: R) => filter.of(facetsOf(dataset, record)) })),
  ];
  const attributesOf = (record: R) =>
    filters.map(({ name, of }) => [`data-${name}`, of(record).join(' ') || undefined]);
  return {
    order,
    columns: columns.map(({ name, label, first, brief, sum }) => ({ name, label, first, brief, sum })),
    orders: columns.flatMap(({ orders = {} }) => Object.entries(orders).map(([value, label]) => ({ value, label }))),
    filters: filters.flatMap((filter) => shown(filter, presentOf(records).flatMap(filter.of))),
    rows: records.map((record) => ({
      attributes: { 'data-id': record.id, ...Object.fromEntries(attributesOf(record)) } as Record<string, string>,
      isWithdrawn: record.withdrawn_on !== undefined,
      cells: columns.map(({ cell, sort }) => ({ html: htmlOf(cell(record)), value: sort?.(record) })),
    })),
  };
};
