import { loadDocuments } from '../../dataset-files/load.ts';
import { type DatasetId, datasetOf } from '../../dataset-files/registry.ts';
import { nameOfChain } from '../../domain/chains/known-chains.ts';
import { checkResultTerms } from '../../domain/datasets/observatory/terms.ts';
import { nameOfEcosystem } from '../../domain/datasets/record/ecosystems.ts';
import { type DatasetRecord, presentOf } from '../../domain/datasets/record/record.ts';
import { confidenceTerms } from '../../domain/datasets/record/source.ts';
import { choicesOf } from './text.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count?: number;
}

/** A filter, named as it stands in the address. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

const count = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));

/** A choice for each value that occurs, by its label. */
const choicesIn = (values: readonly string[], labelOf: (value: string) => string): Choice[] =>
  Object.entries(count(values))
    .map(([value, of]) => ({ value, label: labelOf(value), count: of }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));

/** The filters by the facets that all datasets share, without those for which no record has a value. */
export const facetFilters = (datasets: readonly DatasetId[]): Filter[] => {
  const records = datasets.flatMap((id) =>
    presentOf<DatasetRecord>(loadDocuments()[id].entries).map((record) => ({
      confidence: record.confidence,
      ...datasetOf(id).facetsOf(record),
    })),
  );
  const filters: Filter[] = [
    {
      name: 'chain',
      label: 'Chain',
      choices: choicesIn(
        records.flatMap(({ chains = [] }) => chains),
        nameOfChain,
      ),
    },
    {
      name: 'ecosystem',
      label: 'Ecosystem',
      choices: choicesIn(
        records.flatMap(({ ecosystem }) => ecosystem ?? []),
        nameOfEcosystem,
      ),
    },
    {
      name: 'confidence',
      label: 'Confidence',
      choices: choicesOf(confidenceTerms, count(records.map(({ confidence }) => confidence))),
    },
    {
      name: 'check',
      label: 'Checks',
      choices: choicesOf(checkResultTerms, count(records.flatMap(({ checks = [] }) => checks))),
    },
  ];
  return filters.filter(({ choices }) => choices.length > 0);
};

/** What the row of a record is found and filtered by. */
export const facetAttributes = (dataset: DatasetId, record: DatasetRecord): Record<string, string | undefined> => {
  const { ecosystem, chains, checks } = datasetOf(dataset).facetsOf(record);
  return {
    'data-id': record.id,
    'data-confidence': record.confidence,
    'data-ecosystem': ecosystem,
    'data-chain': chains?.join(' '),
    'data-check': checks?.join(' '),
  };
};
