import { buildSampleOrder } from '../../src/domain/adjudication/run-work-order.ts';
import type { WorkOrderRequest } from '../../src/domain/adjudication/work-order.ts';

/** Addresses of the adjudication previews, relative to the base address. */
export const previewPaths = {
  evidence: '/api/adjudicator/evidence/agent-acceptance/',
  dispute: '/api/adjudicator/evidence/preview-dispute',
  workOrder: '/api/adjudicator/work-order/preview',
  run: '/api/adjudicator/work-order/run-preview',
} as const;

export const claim = {
  by: 'buyer',
  text: 'The lamp that came is not the one that was offered.',
  requested_outcome: 'reject_or_refund',
} as const;

/** A work order that takes every move. */
export const workOrder: WorkOrderRequest = buildSampleOrder('a test');

/** An item of evidence for a run of {@link workOrder}. */
export const runItem = (criterion_id: string, shows: string, changes: object = {}) => ({
  id: `${criterion_id}-${shows}`,
  criterion_id,
  kind: criterion_id === 'style' ? 'message' : 'test_report',
  sha256: 'a'.repeat(64),
  shows,
  ...changes,
});

/** The moves of a work order in their order. */
export const moves = [
  'prepare_commitment',
  'accept_and_start',
  'submit_evidence',
  'simulate_verdict',
  'prepare_outcome',
] as const;
