import { accountabilityMap } from '../domain/datasets/accountability-map/record.ts';
import { governanceDecisionMemory } from '../domain/datasets/governance/record.ts';
import { observatory } from '../domain/datasets/observatory/record.ts';

/** Every dataset, in the order in which they are shown. A new one is a line here, a domain file and its folder. */
export const datasets = [observatory, accountabilityMap, governanceDecisionMemory] as const;

export type Dataset = (typeof datasets)[number];
export type DatasetId = Dataset['id'];
export type DatasetOf<Id extends DatasetId> = Extract<Dataset, { id: Id }>;
export type RecordOf<Id extends DatasetId> = ReturnType<DatasetOf<Id>['record']['parse']>;
export type DocumentOf<Id extends DatasetId> = ReturnType<DatasetOf<Id>['build']>;
