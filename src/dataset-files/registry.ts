import type { z } from 'zod';
import { accountabilityMap } from '../domain/datasets/accountability-map/record.ts';
import { governanceDecisionMemory } from '../domain/datasets/governance/record.ts';
import { observatory } from '../domain/datasets/observatory/observatory.ts';
import type { Dataset } from '../domain/datasets/record/dataset.ts';
import { type DatasetId, datasetIds } from '../domain/datasets/record/dataset-ids.ts';

export type { DatasetId } from '../domain/datasets/record/dataset-ids.ts';

/** A new dataset needs a line here and in dataset-ids.ts, a folder in the domain, its view in `components/dataset/views.ts` and its records. */
const registered = {
  'verified-agent-observatory': observatory,
  'agent-accountability-map': accountabilityMap,
  'governance-decision-memory': governanceDecisionMemory,
} satisfies { [Id in DatasetId]: { readonly id: Id } };

type Registered = typeof registered;

/** The records of every dataset, by its id. */
export type Records = { readonly [Id in DatasetId]: readonly z.infer<Registered[Id]['record']>[] };

/** The document of every dataset, by its id. */
export type Documents = { readonly [Id in DatasetId]: ReturnType<Registered[Id]['build']> };

export const datasetOf = (id: DatasetId): Dataset<DatasetId> => registered[id];

/** Every dataset, in display order. */
export const datasets: readonly Dataset<DatasetId>[] = datasetIds.map(datasetOf);
