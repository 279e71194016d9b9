import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildWorkOrderPack } from '../../../src/domain/adjudication/build-work-order-pack.ts';
import { DisputeRequest } from '../../../src/domain/adjudication/evidence-pack.ts';
import { buildSampleOrder, runWorkOrder } from '../../../src/domain/adjudication/run-work-order.ts';
import { RunReceipt, RunRequest } from '../../../src/domain/adjudication/runner.ts';
import { WorkOrderRequest } from '../../../src/domain/adjudication/work-order.ts';
import { WorkOrderPack } from '../../../src/domain/adjudication/work-order-pack.ts';
import { DecisionReceipt } from '../../../src/domain/receipts/decision-receipt.ts';
import { sampleReceipt } from '../../../src/domain/receipts/sample-receipt.ts';
import { verifyDocument } from '../../../src/domain/verification/verify.ts';
import { fullIssues, inputProblems } from '../../../src/domain/vocabulary/input-problems.ts';

const order = buildSampleOrder('refused');
const pack = buildWorkOrderPack({ request: order });
const [dispute] = DisputeRequest.meta()!.examples as [DisputeRequest];
const sound = [
  { schema: WorkOrderRequest, value: order },
  {
    schema: RunRequest,
    value: { work_order: order, evidence_items: [{ ...dispute.evidence_items![0], shows: 'met' }] },
  },
  { schema: DisputeRequest, value: dispute },
  { schema: DecisionReceipt, value: sampleReceipt },
  { schema: WorkOrderPack, value: pack },
  { schema: RunReceipt, value: runWorkOrder({ request: {}, freshSeed: 'refused' }) },
];

/** Every place of a document, as a path. */
const places = (value: unknown, path: readonly string[] = []): (readonly string[])[] => [
  path,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => places(member, [...path, name]))
    : []),
];

/** The document with something else in this place. */
const replaced = (value: unknown, [name, ...path]: readonly string[], by: unknown): unknown => {
  if (name === undefined) return by;
  const member = replaced((value as Record<string, unknown>)[name], path, by);
  if (Array.isArray(value)) return value.with(Number(name), member);
  return { ...(value as object), [name]: member };
};

/** What no member may be: another type, nothing, and lists that are far too long or have gaps in their entries. */
const other = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(undefined, null, {}, [], [null], [{}], [[]]),
  fc.constantFrom('', null, {}, 'id').map((entry) => Array.from({ length: 500 }, () => entry)),
);

test('what a schema refuses is refused with problems, whatever its rules would look at', async () => {
  const changed = fc
    .constantFrom(...sound)
    .chain(({ schema, value }) => fc.record({ schema: fc.constant(schema), value: fc.constant(value), path: fc.constantFrom(...places(value)), by: other })); // prettier-ignore
  await fc.assert(
    fc.asyncProperty(changed, async ({ schema, value, path, by }) => {
      const given = replaced(value, path, by);
      const { success, error } = schema.safeParse(given, fullIssues);
      if (!success) expect(inputProblems(error.issues).length).toBeGreaterThan(0);
      await verifyDocument(given);
    }),
    { numRuns: 500 },
  );
});

test('a rule with a list of 19,000 empty kinds is refused, with every check that can be made', async () => {
  const given = replaced(pack, ['work_order', 'supplied_by_party', 'evidence_rules', '1', 'accepted_kinds'], Array.from({ length: 19_000 }, () => '')); // prettier-ignore
  const { outcome, checks } = await verifyDocument(given);
  expect([outcome, checks.find(({ id }) => id === 'schema')?.result]).toEqual(['fail', 'fail']);
});
