import { z } from 'zod';
import { datasetPaths } from '../../domain/datasets/forms/paths.ts';
import { recordId } from '../../domain/datasets/record/record.ts';
import { Sha256Hex } from '../../domain/json/sha256.ts';
import { ServiceError } from '../../domain/vocabulary/errors.ts';
import { Day } from '../../domain/vocabulary/timestamp.ts';
import { operation } from '../operation.ts';
import { DatasetName } from './search-records.ts';

/** What the documents of all records have in common; each dataset publishes the schema of its records. */
const RecordDocument = z.object({
  ok: z.literal(true),
  schema: z.string().meta({ description: 'The schema of the whole document, under /schemas/.' }),
  dataset: DatasetName,
  license: z.string(),
  disclaimer: z.string(),
  withdrawn: z.boolean(),
  last_modified: Day,
  content_hash_sha256: Sha256Hex,
  record: z.looseObject({ id: recordId }),
});

/** Reads one record of a dataset, as its file has it. */
export const readRecordOperation = operation({
  id: 'readRecord',
  tag: 'Datasets',
  summary: 'Read a record of a dataset',
  description: 'One record with its sources, its doubts and its history. Use searchRecords first, which finds its id.',
  sideEffects: 'none',
  auth: 'none',
  cors: true,
  body: z.strictObject({ dataset: DatasetName, id: recordId }),
  responses: { 200: { description: 'The record.', schema: RecordDocument } },
  errors: ['not_found'],
  async handle({ body: { dataset, id } }, { prebuilt }) {
    const text = await prebuilt.find(datasetPaths(dataset).record(id));
    if (text === undefined) throw new ServiceError('not_found', 'This dataset has no record with this id.');
    return { status: 200, text };
  },
});
