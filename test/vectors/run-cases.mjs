import { changed, hashOf, sealed, sha256 } from './canonical.mjs';
import { vector } from './case.mjs';
import { states } from './moves.mjs';
import { chain, itemFor, runReceipt } from './run-document.mjs';
import { commitmentTo, order } from './work-order-document.mjs';

const linked = { linked_hashes: 'fail' };
const moved = { transition_chain: 'fail' };
const lengthMet = itemFor('length', 'met');
const lengthFailed = itemFor('length', 'failed');
const sourcesMet = itemFor('sources', 'met');
const sourcesFailed = itemFor('sources', 'failed');
const sourcesOpen = itemFor('sources', 'inconclusive');
const wide = itemFor('length', 'met', { statement: 'Größe 😂' });
const run = runReceipt();
const other = sha256('another');

const oneRule = order().evidence_rules.slice(0, 1);
const itemLike = (changes) => [itemFor('length', 'met', changes), sourcesMet];
const namesLess = ([one, ...rest]) => [{ ...one, named: { work_order_hash: one.named.work_order_hash } }, ...rest];
const namesMore = ([one, two, three, ...rest]) => [
  { ...one, named: { ...one.named, ...three.named } },
  two,
  three,
  ...rest,
];
const beyond = (steps) => [...steps, { ...steps[4], from: states[5], to: states[0] }];

/** Runs as a careful forger would seal them too: name, rule, the parts of the run, and the results. */
const made = [
  ['delivered', 'all must criteria met: uphold_acceptance', {}],
  ['failed', 'a must criterion failed: reject_or_refund', { items: [lengthFailed, sourcesMet], rule: 'must_criterion_failed' }],
  ['contradiction', 'contradiction on a must criterion: escalate_to_human, before the failed one', { items: [lengthMet, lengthFailed, sourcesFailed], rule: 'contradiction_on_a_must_criterion' }],
  ['no-evidence', 'no evidence: insufficient_evidence', { items: [], rule: 'no_evidence' }],
  ['unproven', 'a must criterion unproven: escalate_to_human', { items: [lengthMet, sourcesOpen], rule: 'must_criterion_unproven' }],
  ['stopped-early', 'a run may stop after any move', { count: 2 }],
  ['wide-text', 'text outside ASCII in evidence', { items: [wide, sourcesMet] }],
  ['verdict-turned', 'the verdict follows from the evidence', { items: [lengthFailed, sourcesMet], rule: 'all_must_criteria_met' }, moved],
  ['rules-out-of-order', 'the rules are tried in their order', { items: [lengthMet, lengthFailed], rule: 'must_criterion_failed' }, moved],
  ['move-skipped', 'illegal transition: a move left out', { plan: (steps) => steps.toSpliced(1, 1) }, moved],
  ['beyond-the-end', 'illegal transition: the last state is terminal', { plan: beyond }, moved],
  ['other-target', 'a move leads where the table says', { count: 1, plan: ([one]) => [{ ...one, to: states[2] }] }, moved],
  ['other-effect', 'a move has the effect of its method', { plan: (steps) => changed(steps, { '4.effect': 'funds_released' }) }, moved],
  ['step-names-less', 'a step names everything that its move is bound to', { plan: namesLess }, moved],
  ['step-names-more', 'a step names nothing else, even where it is true', { plan: namesMore }, moved],
  ['same-parties', 'guard: two distinct parties', { of: order({ agent: order().client }) }, moved],
  ['must-without-rule', 'guard: every must criterion has an evidence rule', { of: order({ evidence_rules: oneRule }), count: 2 }, moved],
  ['accepted-late', 'guard: accepted before the deadline', { acceptedAt: '2026-12-31T12:00:00Z' }, moved],
  ['kind-not-allowed', 'guard: kinds allowed by the rules', { items: itemLike({ kind: 'message' }) }, moved],
  ['item-of-another-order', 'guard: items bound to the work order', { items: itemLike({ work_order_hash: other }) }, moved],
].map(([name, rule, parts, results]) => [name, rule, runReceipt(parts), results]); // prettier-ignore

const { verdict, hashed_objects } = run;
const withoutMove = { verdict, verdict_hash: hashOf(hashed_objects.judgment), hashed_objects };
const again = (changes, of = run) => sealed(changed(of, changes), 'runner_receipt_hash');
const otherItems = hashed_objects.evidence.items.map((item) => ({ ...item, id: `${item.id}x` }));
const [first, ...later] = run.steps;
const toClient = commitmentTo(order(), { agent: order().client.account });

/** Finished runs in which something was changed: name, rule, the run, and the results. */
const changedRuns = [
  ['verdict-hash', 'the verdict has the hash stated', again({ verdict_hash: other }), { ...linked, ...moved }],
  ['verdict-shown-otherwise', 'the verdict shown is the hashed one', again({ 'verdict.confidence': 'low' }), linked],
  ['step-hash', 'a step has the hash stated', again({ 'steps.4.step_hash': other }), moved],
  ['chain-broken', 'a step names the hash of the one before', again({ steps: [first, ...chain(later, other)] }), moved],
  ['chain-other-start', 'the first step names the hash of the order', again({ steps: chain(run.steps, other) }), moved],
  ['other-states', 'the states passed are those of the moves', again({ states_passed: states }, runReceipt({ count: 2 })), moved],
  ['verdict-without-move', 'a verdict comes from its move', again(withoutMove, runReceipt({ count: 3 })), moved],
  ['other-outcome', 'what is prepared follows from the verdict', again({ 'prepared_outcome.action': 'refund' }), moved],
  ['executed', 'nothing is executed', again({ 'prepared_outcome.executed': true }), { schema: 'fail' }],
  ['further-object', 'a further member of hashed_objects has no hash of its own', again({ 'hashed_objects.note': 1 })],
  ['one-letter', 'one letter of the evidence changed', changed(run, { 'hashed_objects.evidence.items': otherItems }), { hash: 'fail', ...linked }],
  ['other-commitment', 'the commitment is the one to the order', runReceipt({ commitment: toClient }), linked],
]; // prettier-ignore

export const runCases = [...made, ...changedRuns].map(([name, ...rest]) =>
  vector(`run-${name}`, 'runner_receipt', ...rest),
);
