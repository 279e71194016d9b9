import type { z } from 'zod';
import { accountabilityMap } from '../domain/datasets/accountability-map/record.ts';
import { governanceDecisionMemory } from '../domain/datasets/governance/record.ts';
import { observatory } from '../domain/datasets/observatory/record.ts';
import type { Dataset } from '../domain/datasets/record/dataset.ts';

/** A new dataset needs a line here, a folder in the domain, two pages and its records. */
const registered = [observatory, accountabilityMap, governanceDecisionMemory] as const;

type Registered = (typeof registered)[number];
export type DatasetId = Registered['id'];

/** The records of every dataset, by its id. */
export type Records = { readonly [Each in Registered as Each['id']]: readonly z.infer<Each['record']>[] };

/** The document of every dataset, by its id. */
export type Documents = { readonly [Each in Registered as Each['id']]: ReturnType<Each['build']> };

/** Every dataset, in display order. */
export const datasets: readonly Dataset<DatasetId>[] = registered;

export const datasetOf = (id: DatasetId): Dataset<DatasetId> => datasets.find((dataset) => dataset.id === id)!;
