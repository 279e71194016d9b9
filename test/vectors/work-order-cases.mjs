import { hashOf, sealed, sha256, without } from './canonical.mjs';
import { vector } from './case.mjs';
import { chain, commitmentTo, itemFor, order, registered, runReceipt, states, workOrderPack } from './documents.mjs';

const PACK = 'work_order_pack';
const RUN = 'runner_receipt';
const pack = workOrderPack();
const linked = { linked_hashes: 'fail' };
const moved = { transition_chain: 'fail' };

const packSections = [
  'work_order', 'parties', 'escrow_terms', 'acceptance_criteria', 'evidence_rules', 'concordium_commitments',
  'genlayer_contract_interface', 'state_machine', 'release_refund_escalation_rules', 'expected_verdict_schema', 'boundaries',
]; // prettier-ignore

const packCases = [
  vector('work-order-plain', PACK, 'a work order pack', pack),
  vector(
    'work-order-full',
    PACK,
    'an order with every optional member',
    workOrderPack({
      of: order({
        reference: 'order-7',
        client: {
          name: 'Vector client',
          account: 'eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb',
          registry_ref: 'registry:1',
        },
      }),
    }),
  ),
  vector(
    'work-order-wide-keys',
    PACK,
    'keys are sorted by UTF-16 code units',
    workOrderPack({}, ({ genlayer_contract_interface: section }) => ({
      genlayer_contract_interface: {
        ...section,
        prepared_call: {
          ...section.prepared_call,
          inputs: { ...section.prepared_call.inputs, '\ufb33': 'a', '😂': 'b', '€': 'c' },
        },
      },
    })),
  ),
  ...packSections.map((section) =>
    vector(
      `work-order-without-${section.replaceAll('_', '-')}`,
      PACK,
      `the section ${section} is required`,
      sealed(without(pack, section), 'pack_hash_sha256'),
      {
        schema: 'fail',
      },
    ),
  ),
  vector(
    'work-order-one-letter',
    PACK,
    'one letter of the order changed',
    {
      ...pack,
      work_order: { ...pack.work_order, supplied_by_party: { ...order(), title: 'Vector ordeR' } },
    },
    { hash: 'fail', ...linked },
  ),
  vector(
    'work-order-other-commitment',
    PACK,
    'the commitment is one to the order',
    workOrderPack({
      commitment: commitmentTo(order(), { deadline: '2027-12-31T12:00:00Z' }),
    }),
    linked,
  ),
  vector(
    'work-order-other-terms',
    PACK,
    'the escrow terms are those of the order',
    workOrderPack({}, ({ escrow_terms }) => ({
      escrow_terms: { ...escrow_terms, amount_minor: 1 },
    })),
    linked,
  ),
  vector(
    'work-order-criterion-weakened',
    PACK,
    'the criteria are those of the order',
    workOrderPack({}, ({ acceptance_criteria }) => ({
      acceptance_criteria: acceptance_criteria.map((criterion) => ({ ...criterion, must: false })),
    })),
    linked,
  ),
  vector(
    'work-order-other-bytes',
    PACK,
    'the bytes shown are those of the hash',
    workOrderPack({}, ({ concordium_commitments: section }) => ({
      concordium_commitments: {
        ...section,
        commitments: section.commitments.map((entry) => ({
          ...entry,
          registered_data_hex: registered(sha256('another')),
        })),
      },
    })),
    linked,
  ),
  vector(
    'work-order-another-move',
    PACK,
    'the table of moves is the published one',
    workOrderPack({}, ({ state_machine: machine }) => ({
      state_machine: {
        ...machine,
        transitions: [...machine.transitions, { ...machine.transitions[4], from: states[0], guard_checks: [] }],
      },
    })),
    moved,
  ),
  vector(
    'work-order-not-a-draft',
    PACK,
    'a pack is a preview of a draft',
    workOrderPack({}, ({ state_machine: machine }) => ({
      state_machine: { ...machine, present_state: states[3] },
    })),
    moved,
  ),
  vector(
    'work-order-escrow-locked',
    PACK,
    'no escrow is locked',
    workOrderPack({}, ({ escrow_terms }) => ({
      escrow_terms: { ...escrow_terms, locked: true },
    })),
    { schema: 'fail' },
  ),
  vector(
    'work-order-unknown-member',
    PACK,
    'unknown members of an order are refused',
    workOrderPack({ of: order({ urgent: true }) }),
    { schema: 'fail' },
  ),
  vector(
    'work-order-no-must',
    PACK,
    'at least one criterion is a must',
    workOrderPack({
      of: order({
        acceptance_criteria: order().acceptance_criteria.map((criterion) => ({ ...criterion, must: false })),
      }),
    }),
    { schema: 'fail' },
  ),
];

const met = (...criteria) => criteria.map((criterion) => itemFor(criterion, 'met'));
const run = runReceipt();

const acceptedRuns = [
  vector('run-delivered', RUN, 'all must criteria met: uphold_acceptance', run),
  vector(
    'run-failed',
    RUN,
    'a must criterion failed: reject_or_refund',
    runReceipt({
      items: [itemFor('length', 'failed'), itemFor('sources', 'met')],
      rule: 'must_criterion_failed',
    }),
  ),
  vector(
    'run-contradiction',
    RUN,
    'contradiction on a must criterion: escalate_to_human, before the failed one',
    runReceipt({
      items: [itemFor('length', 'met'), itemFor('length', 'failed'), itemFor('sources', 'failed')],
      rule: 'contradiction_on_a_must_criterion',
    }),
  ),
  vector('run-no-evidence', RUN, 'no evidence: insufficient_evidence', runReceipt({ items: [], rule: 'no_evidence' })),
  vector(
    'run-unproven',
    RUN,
    'a must criterion unproven: escalate_to_human',
    runReceipt({
      items: [...met('length'), itemFor('sources', 'inconclusive')],
      rule: 'must_criterion_unproven',
    }),
  ),
  vector('run-stopped-early', RUN, 'a run may stop after any move', runReceipt({ count: 2 })),
  vector(
    'run-wide-text',
    RUN,
    'text outside ASCII in evidence',
    runReceipt({
      items: [itemFor('length', 'met', { statement: 'Größe 😂' }), ...met('sources')],
    }),
  ),
];

const rule = 'all_must_criteria_met';
const failingRuns = [
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
  vector(
    'run-verdict-turned',
    RUN,
    'the verdict follows from the evidence',
    runReceipt({ items: [itemFor('length', 'failed'), ...met('sources')], rule }),
    moved,
  ),
  vector(
    'run-rules-out-of-order',
    RUN,
    'the rules are tried in their order',
    runReceipt({
      items: [itemFor('length', 'met'), itemFor('length', 'failed')],
      rule: 'must_criterion_failed',
    }),
    moved,
  ),
  vector(
    'run-move-skipped',
    RUN,
    'illegal transition: a move left out',
    runReceipt({ plan: (steps) => steps.filter((_, index) => index !== 1) }),
    moved,
  ),
  vector(
    'run-moves-swapped',
    RUN,
    'illegal transition: two moves swapped',
    runReceipt({ plan: ([one, two, ...rest]) => [two, one, ...rest] }),
    moved,
  ),
  vector(
    'run-move-repeated',
    RUN,
    'illegal transition: a move made twice',
    runReceipt({ plan: ([one, ...rest]) => [one, one, ...rest] }),
    moved,
  ),
  vector(
    'run-beyond-the-end',
    RUN,
    'illegal transition: the last state is terminal',
    runReceipt({
      plan: (steps) => [...steps, { ...steps[4], from: states[5], to: states[0] }],
    }),
    moved,
  ),
  vector(
    'run-other-target',
    RUN,
    'a move leads where the table says',
    runReceipt({ count: 1, plan: ([one]) => [{ ...one, to: states[2] }] }),
    moved,
  ),
  vector(
    'run-other-effect',
    RUN,
    'a move has the effect of its method',
    runReceipt({
      plan: (steps) => steps.map((step, index) => (index === 4 ? { ...step, effect: 'funds_released' } : step)),
    }),
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
  vector(
    'run-same-parties',
    RUN,
    'guard: two distinct parties',
    runReceipt({ of: order({ agent: order().client }) }),
    moved,
  ),
  vector(
    'run-must-without-rule',
    RUN,
    'guard: every must criterion has an evidence rule',
    runReceipt({
      of: order({ evidence_rules: order().evidence_rules.slice(0, 1) }),
      count: 2,
    }),
    moved,
  ),
  vector(
    'run-accepted-late',
    RUN,
    'guard: accepted before the deadline',
    runReceipt({ acceptedAt: '2026-12-31T12:00:00Z' }),
    moved,
  ),
  vector(
    'run-kind-not-allowed',
    RUN,
    'guard: kinds allowed by the rules',
    runReceipt({ items: [itemFor('length', 'met', { kind: 'message' }), ...met('sources')] }),
    moved,
  ),
  vector(
    'run-item-of-another-order',
    RUN,
    'guard: items bound to the work order',
    runReceipt({
      items: [itemFor('length', 'met', { work_order_hash: sha256('another') }), ...met('sources')],
    }),
    moved,
  ),
  vector(
    'run-other-commitment',
    RUN,
    'the commitment is one to the order',
    runReceipt({ commitment: commitmentTo(order(), { agent: order().client.account }) }),
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
  vector(
    'run-without-steps',
    RUN,
    'each required member is there',
    sealed(without(run, 'steps'), 'runner_receipt_hash'),
    { schema: 'fail' },
  ),
];

export const workOrderCases = [...packCases, ...acceptedRuns, ...failingRuns];
