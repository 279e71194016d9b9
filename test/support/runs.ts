import { buildSampleOrder, runWorkOrder } from '../../src/domain/adjudication/run-work-order.ts';
import { RunReceipt, RunRequest } from '../../src/domain/adjudication/runner.ts';

/** The receipt of a run, read by its schema. */
export const run = (body: object = {}, freshSeed = 'fresh') =>
  RunReceipt.parse(runWorkOrder({ request: RunRequest.parse(body), freshSeed }));

/** An order of one's own. */
export const order = buildSampleOrder('own');

/** An item of evidence for a run of {@link order}. */
export const item = (criterion_id: string, shows: string, changes: object = {}) => ({
  id: `${criterion_id}-${shows}`,
  criterion_id,
  kind: 'test_report',
  sha256: 'a'.repeat(64),
  shows,
  ...changes,
});
