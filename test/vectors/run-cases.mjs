import { changed, hashOf, sealed, sha256 } from './canonical.mjs';
import { vector } from './case.mjs';
import { states } from './moves.mjs';
import { chain, itemFor, runReceipt } from './run-document.mjs';
import { commitmentTo, order } from './work-order-document.mjs';

const RUN = 'runner_receipt';
const linked = { linked_hashes: 'fail' };
const moved = { transition_chain: 'fail' };
const met = (...criteria) => criteria.map((criterion) => itemFor(criterion, 'met'));
const run = runReceipt();
const other = sha256('another');

/** Runs that the rules allow: name, rule, and the parts of the run. */
const accepted = [
  ['delivered', 'all must criteria met: uphold_acceptance', {}],
  [
    'failed',
    'a must criterion failed: reject_or_refund',
    { items: [itemFor('length', 'failed'), ...met('sources')], rule: 'must_criterion_failed' },
  ],
  [
    'contradiction',
    'contradiction on a must criterion: escalate_to_human, before the failed one',
    {
      items: [...met('length'), itemFor('length', 'failed'), itemFor('sources', 'failed')],
      rule: 'contradiction_on_a_must_criterion',
    },
  ],
  ['no-evidence', 'no evidence: insufficient_evidence', { items: [], rule: 'no_evidence' }],
  [
    'unproven',
    'a must criterion unproven: escalate_to_human',
    { items: [...met('length'), itemFor('sources', 'inconclusive')], rule: 'must_criterion_unproven' },
  ],
  ['stopped-early', 'a run may stop after any move', { count: 2 }],
  [
    'wide-text',
    'text outside ASCII in evidence',
    { items: [itemFor('length', 'met', { statement: 'Größe 😂' }), ...met('sources')] },
  ],
].map(([name, rule, parts]) => vector(`run-${name}`, RUN, rule, runReceipt(parts)));

const rule = 'all_must_criteria_met';
const oneRule = order().evidence_rules.slice(0, 1);
const itemLike = (changes) => [itemFor('length', 'met', changes), ...met('sources')];
const namesLess = ([one, ...rest]) => [{ ...one, named: { work_order_hash: one.named.work_order_hash } }, ...rest];
const namesMore = ([one, two, three, ...rest]) => [
  { ...one, named: { ...one.named, ...three.named } },
  two,
  three,
  ...rest,
];

/** Runs whose moves break a rule, sealed as a careful forger would: name, rule, and the parts of the run. */
const forged = [
  ['verdict-turned', 'the verdict follows from the evidence', { items: [itemFor('length', 'failed'), ...met('sources')], rule }], // prettier-ignore
  [
    'rules-out-of-order',
    'the rules are tried in their order',
    { items: [...met('length'), itemFor('length', 'failed')], rule: 'must_criterion_failed' },
  ],
  ['move-skipped', 'illegal transition: a move left out', { plan: (steps) => steps.toSpliced(1, 1) }],
  [
    'beyond-the-end',
    'illegal transition: the last state is terminal',
    { plan: (steps) => [...steps, { ...steps[4], from: states[5], to: states[0] }] },
  ],
  ['other-target', 'a move leads where the table says', { count: 1, plan: ([one]) => [{ ...one, to: states[2] }] }],
  [
    'other-effect',
    'a move has the effect of its method',
    { plan: (steps) => changed(steps, { '4.effect': 'funds_released' }) },
  ],
  ['step-names-less', 'a step names everything that its move is bound to', { plan: namesLess }],
  ['step-names-more', 'a step names nothing else, even where it is true', { plan: namesMore }],
  ['same-parties', 'guard: two distinct parties', { of: order({ agent: order().client }) }],
  [
    'must-without-rule',
    'guard: every must criterion has an evidence rule',
    { of: order({ evidence_rules: oneRule }), count: 2 },
  ],
  ['accepted-late', 'guard: accepted before the deadline', { acceptedAt: '2026-12-31T12:00:00Z' }],
  ['kind-not-allowed', 'guard: kinds allowed by the rules', { items: itemLike({ kind: 'message' }) }],
  ['item-of-another-order', 'guard: items bound to the work order', { items: itemLike({ work_order_hash: other }) }],
].map(([name, words, parts]) => vector(`run-${name}`, RUN, words, runReceipt(parts), moved));

const items = run.hashed_objects.evidence.items.map((item) => ({ ...item, id: `${item.id}x` }));
const withoutMove = {
  verdict: run.verdict,
  verdict_rule: run.verdict_rule,
  verdict_hash: hashOf(run.hashed_objects.judgment),
  hashed_objects: run.hashed_objects,
};

/** Finished runs in which something was changed before they were sealed again: name, rule, changes and results. */
const changedRuns = [
  ['verdict-hash', 'the verdict has the hash stated', run, { verdict_hash: other }, { ...linked, ...moved }],
  ['verdict-shown-otherwise', 'the verdict shown is the hashed one', run, { 'verdict.confidence': 'low' }, linked],
  ['step-hash', 'a step has the hash stated', run, { 'steps.4.step_hash': other }, moved],
  [
    'chain-broken',
    'a step names the hash of the one before',
    run,
    { steps: [run.steps[0], ...chain(run.steps.slice(1), other)] },
    moved,
  ],
  ['chain-other-start', 'the first step names the hash of the order', run, { steps: chain(run.steps, other) }, moved],
  [
    'other-final-state',
    'the final state is where the moves lead',
    runReceipt({ count: 2 }),
    { final_state: states[5] },
    moved,
  ],
  ['verdict-without-move', 'a verdict comes from its move', runReceipt({ count: 3 }), withoutMove, moved],
  ['other-outcome', 'what is prepared follows from the verdict', run, { 'prepared_outcome.action': 'refund' }, moved],
  ['executed', 'nothing is executed', run, { 'prepared_outcome.executed': true }, { schema: 'fail' }],
].map(([name, words, of, changes, results]) =>
  vector(`run-${name}`, RUN, words, sealed(changed(of, changes), 'runner_receipt_hash'), results),
);

export const runCases = [
  ...accepted,
  ...forged,
  ...changedRuns,
  vector(
    'run-one-letter',
    RUN,
    'one letter of the evidence changed',
    changed(run, { 'hashed_objects.evidence.items': items }),
    { hash: 'fail', ...linked },
  ),
  vector(
    'run-other-commitment',
    RUN,
    'the commitment is the one to the order',
    runReceipt({ commitment: commitmentTo(order(), { agent: order().client.account }) }),
    linked,
  ),
];
