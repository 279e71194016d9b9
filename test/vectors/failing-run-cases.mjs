import { hashOf, sealed, sha256 } from './canonical.mjs';
import { vector } from './case.mjs';
import { states } from './moves.mjs';
import { chain, itemFor, runReceipt } from './run-document.mjs';
import { commitmentTo, order } from './work-order-document.mjs';

const RUN = 'runner_receipt';
const linked = { linked_hashes: 'fail' };
const moved = { transition_chain: 'fail' };
const met = (...criteria) => criteria.map((criterion) => itemFor(criterion, 'met'));
const run = runReceipt();

const rule = 'all_must_criteria_met';

/** A run with the given parts, sealed as a careful forger would. */
const failing = (name, rule, parts, results) => vector(name, RUN, rule, runReceipt(parts), results);

export const failingRunCases = [
  vector(
    'run-one-letter',
    RUN,
    'one letter of the evidence changed',
    {
      ...run,
      hashed_objects: {
        ...run.hashed_objects,
        evidence: {
          ...run.hashed_objects.evidence,
          items: run.hashed_objects.evidence.items.map((item) => ({ ...item, id: `${item.id}x` })),
        },
      },
    },
    { hash: 'fail', ...linked },
  ),
  vector(
    'run-verdict-hash',
    RUN,
    'the verdict has the hash stated',
    sealed({ ...run, verdict_hash: sha256('another') }, 'runner_receipt_hash'),
    { ...linked, ...moved },
  ),
  vector(
    'run-verdict-shown-otherwise',
    RUN,
    'the verdict shown is the one that is hashed',
    sealed({ ...run, verdict: { ...run.verdict, confidence: 'low' } }, 'runner_receipt_hash'),
    linked,
  ),
  failing(
    'run-verdict-turned',
    'the verdict follows from the evidence',
    { items: [itemFor('length', 'failed'), ...met('sources')], rule },
    moved,
  ),
  failing(
    'run-rules-out-of-order',
    'the rules are tried in their order',
    {
      items: [itemFor('length', 'met'), itemFor('length', 'failed')],
      rule: 'must_criterion_failed',
    },
    moved,
  ),
  failing(
    'run-move-skipped',
    'illegal transition: a move left out',
    { plan: (steps) => steps.filter((_, index) => index !== 1) },
    moved,
  ),
  failing(
    'run-beyond-the-end',
    'illegal transition: the last state is terminal',
    {
      plan: (steps) => [...steps, { ...steps[4], from: states[5], to: states[0] }],
    },
    moved,
  ),
  failing(
    'run-other-target',
    'a move leads where the table says',
    { count: 1, plan: ([one]) => [{ ...one, to: states[2] }] },
    moved,
  ),
  failing(
    'run-other-effect',
    'a move has the effect of its method',
    {
      plan: (steps) => steps.map((step, index) => (index === 4 ? { ...step, effect: 'funds_released' } : step)),
    },
    moved,
  ),
  vector(
    'run-step-hash',
    RUN,
    'a step has the hash stated',
    sealed(
      {
        ...run,
        steps: run.steps.map((step, index) => (index === 4 ? { ...step, step_hash: sha256('another') } : step)),
      },
      'runner_receipt_hash',
    ),
    moved,
  ),
  vector(
    'run-chain-broken',
    RUN,
    'a step names the hash of the one before',
    sealed(
      {
        ...run,
        steps: [run.steps[0], ...chain(run.steps.slice(1), sha256('another'))],
      },
      'runner_receipt_hash',
    ),
    moved,
  ),
  vector(
    'run-chain-other-start',
    RUN,
    'the first step names the hash of the order',
    sealed(
      {
        ...run,
        steps: chain(run.steps, sha256('another')),
      },
      'runner_receipt_hash',
    ),
    moved,
  ),
  failing(
    'run-step-names-less',
    'a step names everything that its move is bound to',
    {
      plan: ([one, ...rest]) => [{ ...one, named: { work_order_hash: one.named.work_order_hash } }, ...rest],
    },
    moved,
  ),
  failing(
    'run-step-names-more',
    'a step names nothing else, even where it is true',
    {
      plan: ([one, two, three, ...rest]) => [{ ...one, named: { ...one.named, ...three.named } }, two, three, ...rest],
    },
    moved,
  ),
  failing('run-same-parties', 'guard: two distinct parties', { of: order({ agent: order().client }) }, moved),
  failing(
    'run-must-without-rule',
    'guard: every must criterion has an evidence rule',
    {
      of: order({ evidence_rules: order().evidence_rules.slice(0, 1) }),
      count: 2,
    },
    moved,
  ),
  failing('run-accepted-late', 'guard: accepted before the deadline', { acceptedAt: '2026-12-31T12:00:00Z' }, moved),
  failing(
    'run-kind-not-allowed',
    'guard: kinds allowed by the rules',
    { items: [itemFor('length', 'met', { kind: 'message' }), ...met('sources')] },
    moved,
  ),
  failing(
    'run-item-of-another-order',
    'guard: items bound to the work order',
    {
      items: [itemFor('length', 'met', { work_order_hash: sha256('another') }), ...met('sources')],
    },
    moved,
  ),
  failing(
    'run-other-commitment',
    'the commitment is one to the order',
    { commitment: commitmentTo(order(), { agent: order().client.account }) },
    linked,
  ),
  vector(
    'run-other-final-state',
    RUN,
    'the final state is where the moves lead',
    runReceipt({ count: 2 }, () => ({ final_state: states[5] })),
    moved,
  ),
  vector(
    'run-verdict-without-move',
    RUN,
    'a verdict comes from its move',
    runReceipt({ count: 3 }, () => ({
      verdict: run.verdict,
      verdict_rule: run.verdict_rule,
      verdict_hash: hashOf(run.hashed_objects.judgment),
      hashed_objects: run.hashed_objects,
    })),
    moved,
  ),
  vector(
    'run-other-outcome',
    RUN,
    'what is prepared follows from the verdict',
    runReceipt({}, () => ({ prepared_outcome: { action: 'refund', executed: false } })),
    moved,
  ),
  vector(
    'run-executed',
    RUN,
    'nothing is executed',
    runReceipt({}, () => ({ prepared_outcome: { action: 'release', executed: true } })),
    { schema: 'fail' },
  ),
];
