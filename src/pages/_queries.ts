import type { Operation } from '../http/operation.ts';
import { readReceiptOperation, readRecordOperation } from '../http/queries/read-published.ts';
import type { Queries } from '../http/queries/run-query.ts';
import { searchRecordsOperation } from '../http/queries/search-records.ts';
import { verifyDocumentOperation } from '../http/queries/verify-document.ts';
import { ALL as evidence } from './api/adjudicator/evidence/agent-acceptance/[receipt_hash_sha256].ts';
import { ALL as dispute } from './api/adjudicator/evidence/preview-dispute.ts';
import { ALL as workOrder } from './api/adjudicator/work-order/preview.ts';
import { ALL as run } from './api/adjudicator/work-order/run-preview.ts';
import { ALL as anchorPreview } from './api/agent-acceptance-kit/anchor-preview.ts';
import { ALL as anchor } from './api/agent-acceptance-kit/anchors/[receipt_hash_sha256].ts';
import { ALL as request } from './api/intake/[id].ts';

/** What agents may ask for, over A2A and MCP alike. None of it stores or spends anything. */
export const queries: Queries = [
  searchRecordsOperation as Operation,
  readRecordOperation as Operation,
  readReceiptOperation as Operation,
  verifyDocumentOperation as Operation,
  request.operations.GET!,
  anchor.operations.GET!,
  anchorPreview.operations.POST!,
  evidence.operations.GET!,
  dispute.operations.POST!,
  workOrder.operations.POST!,
  run.operations.POST!,
];
