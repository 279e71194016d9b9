import { a2aEndpoint } from '../http/a2a/a2a-endpoint.ts';
import { verifyDocumentOperation } from '../http/a2a/verify-document.ts';
import type { Operation } from '../http/operation.ts';
import { ALL as evidence } from './api/adjudicator/evidence/agent-acceptance/[receipt_hash_sha256].ts';
import { ALL as dispute } from './api/adjudicator/evidence/preview-dispute.ts';
import { ALL as workOrder } from './api/adjudicator/work-order/preview.ts';
import { ALL as run } from './api/adjudicator/work-order/run-preview.ts';
import { ALL as anchorPreview } from './api/agent-acceptance-kit/anchor-preview.ts';
import { ALL as anchor } from './api/agent-acceptance-kit/anchors/[receipt_hash_sha256].ts';

const queries: readonly Operation[] = [
  evidence.operations.GET!,
  anchor.operations.GET!,
  verifyDocumentOperation as Operation,
  dispute.operations.POST!,
  workOrder.operations.POST!,
  run.operations.POST!,
  anchorPreview.operations.POST!,
];

export const ALL = a2aEndpoint(Object.fromEntries(queries.map((operation) => [operation.id, operation])));
