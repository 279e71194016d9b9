import { z } from 'zod';
import { datasetPaths } from '../../domain/datasets/forms/paths.ts';
import { recordId } from '../../domain/datasets/record/record.ts';
import { receiptPaths } from '../../domain/receipts/published-receipt.ts';
import { ServiceError } from '../../domain/vocabulary/errors.ts';
import { HashInAddress } from '../hash-parameter.ts';
import { operation } from '../operation.ts';
import { forAgents } from './run-query.ts';
import { DatasetName } from './search-records.ts';
import { verifyWithOwnKeys } from './verify-document.ts';

/** Reads a published receipt together with what shows that it is genuine. */
export const readReceiptOperation = operation({
  id: 'readReceipt',
  tag: 'Anchors',
  summary: 'Read a decision receipt and its proof',
  description:
    'Use it where you have a hash: a receipt that this service published, the checks on its hash, bounds and signatures, its anchor on the chain where there is one, and where to get the bytes to check it without this service.',
  ...forAgents('The receipt and its proof.'),
  body: z.strictObject({
    receipt_hash_sha256: HashInAddress.meta({ description: 'The hash of the decision receipt.' }),
  }),
  errors: ['unknown_receipt', 'storage_unavailable'],
  async handle({ body: { receipt_hash_sha256: hash } }, app) {
    const text = await app.prebuilt.find(receiptPaths.document(hash));
    if (text === undefined) throw new ServiceError('unknown_receipt', 'No receipt with this hash is published here.');
    const receipt: unknown = JSON.parse(text);
    const anchor = await app.anchors.find(hash);
    const { siteUrl } = app.config;
    return {
      status: 200,
      body: {
        receipt,
        verification: await verifyWithOwnKeys(text, hash, app),
        ...(anchor === undefined ? {} : { anchor }),
        canonical_text: siteUrl + receiptPaths.canonical(hash),
        evidence_pack: siteUrl + receiptPaths.evidencePack(hash),
        page: siteUrl + receiptPaths.page(hash),
      },
    };
  },
});

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
