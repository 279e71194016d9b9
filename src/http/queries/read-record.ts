import { z } from 'zod';
import { datasetPaths } from '../../domain/datasets/forms/paths.ts';
import { recordId } from '../../domain/datasets/record/record.ts';
import { ServiceError } from '../../domain/vocabulary/errors.ts';
import { operation } from '../operation.ts';
import { forAgents } from './run-query.ts';
import { DatasetName } from './search-records.ts';

/** Reads one record of a dataset, as its file has it. */
export const readRecordOperation = operation({
  id: 'readRecord',
  tag: 'Datasets',
  summary: 'Read a record of a dataset',
  description: 'One record with its sources, its doubts and its history. Use searchRecords first, which finds its id.',
  ...forAgents('The document of the record.'),
  body: z.strictObject({ dataset: DatasetName, id: recordId }),
  errors: ['not_found'],
  async handle({ body: { dataset, id } }, { prebuilt }) {
    const text = await prebuilt.find(datasetPaths(dataset).record(id));
    if (text === undefined) throw new ServiceError('not_found', 'This dataset has no record with this id.');
    return { status: 200, text };
  },
});
