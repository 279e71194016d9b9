import { hashOf, sealed, sha256 } from './canonical.mjs';
import { boundaries } from './document-parts.mjs';
import { moves, states } from './moves.mjs';
import { commitmentTo, order } from './work-order-document.mjs';

export const itemFor = (criterion, shows, changes = {}) => ({
  id: `${criterion}-${shows}`,
  kind: 'test_report',
  sha256: sha256(`${criterion} ${shows}`),
  criterion_id: criterion,
  shows,
  provenance: 'supplied_by_party',
  ...changes,
});

export const verdicts = {
  no_evidence: [null, 'low', 'insufficient_evidence', 'escalation'],
  contradiction_on_a_must_criterion: [null, 'low', 'escalate_to_human', 'escalation'],
  must_criterion_failed: [false, 'high', 'reject_or_refund', 'refund'],
  all_must_criteria_met: [true, 'high', 'uphold_acceptance', 'release'],
  must_criterion_unproven: [null, 'medium', 'escalate_to_human', 'escalation'],
};

/** Chains steps: each covers the hash of the one before it, the first that of the order. */
export const chain = (steps, first) => {
  let previous = first;
  return steps.map((step) => {
    const chained = sealed({ ...step, previous_step_hash: previous }, 'step_hash');
    previous = chained.step_hash;
    return chained;
  });
};

/**
 * A runner receipt. `rule` is the verdict stated, `count` the number of moves made; `plan` may change
 * the steps before they are chained, `changes` the document before it is sealed.
 */
export const runReceipt = (
  {
    of = order(),
    items = [itemFor('length', 'met'), itemFor('sources', 'met')],
    rule = 'all_must_criteria_met',
    count = 5,
    acceptedAt = '2026-12-01T12:00:00Z',
    plan = (steps) => steps,
    commitment = commitmentTo(of),
  } = {},
  changes = () => ({}),
) => {
  const orderHash = hashOf(of);
  const commitmentHash = hashOf(commitment);
  const evidence = {
    schema: 'service.work-order-evidence.v1',
    work_order_hash: orderHash,
    items: items.map((item) => ({ work_order_hash: orderHash, ...item })),
  };
  const evidenceHash = hashOf(evidence);
  const [accepted_correctly, confidence, recommended_outcome, action] = verdicts[rule];
  const verdict = { accepted_correctly, confidence, reason: `By the rule ${rule}.`, recommended_outcome };
  const judgment = {
    schema: 'service.work-order-judgment.v1',
    work_order_hash: orderHash,
    evidence_pack_hash: evidenceHash,
    rule,
    verdict,
  };
  const verdictHash = hashOf(judgment);
  const values = {
    work_order_hash: orderHash,
    pre_work_commitment_hash: commitmentHash,
    accepted_at: acceptedAt,
    evidence_pack_hash: evidenceHash,
    verdict_hash: verdictHash,
  };
  const planned = plan(
    moves.slice(0, count).map(({ names, guard_checks: _, ...move }) => ({
      schema: 'service.work-order-step.v1',
      ...move,
      named: Object.fromEntries(names.map((name) => [name, values[name]])),
    })),
  ).map((step, index) => ({ ...step, index }));
  const submitted = count >= 3;
  const judged = count >= 4;
  const document = {
    ok: true,
    schema: 'service.adjudicator-work-order-runner.receipt.v1',
    side_effects: 'none',
    note: 'A test vector.',
    seed: 'vector',
    scenario: null,
    states_passed: states.slice(0, count + 1),
    steps: chain(planned, orderHash),
    work_order_hash: orderHash,
    pre_work_commitment_hash: commitmentHash,
    evidence_pack_hash: submitted ? evidenceHash : null,
    verdict: judged ? verdict : null,
    verdict_hash: judged ? verdictHash : null,
    prepared_outcome: count === 5 ? { action, executed: false } : null,
    hashed_objects: {
      work_order: of,
      pre_work_commitment: commitment,
      evidence: submitted ? evidence : null,
      judgment: judged ? judgment : null,
    },
    boundaries,
  };
  return sealed({ ...document, ...changes(document) }, 'runner_receipt_hash');
};
