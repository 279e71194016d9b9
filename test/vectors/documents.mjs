import { hashOf, sealed, sha256 } from './canonical.mjs';

// The documents are written down here from the published tables (interface.md, contract.md) and not
// made by the code that is tested with them.

const CHAIN = 'ccd:4221332d34e1694168c2a0c0b3fd0f27';

export const receipt = (changes = {}) => ({
  schema: 'service.decision-receipt.schema.v1',
  receipt_id: 'vector-receipt',
  decided_at: '2026-11-10T08:30:00Z',
  agent: { name: 'Vector agent', account: `${CHAIN}:vector-agent` },
  decision: 'accepted',
  subject: { kind: 'order', reference: 'order-1', sha256: sha256('order-1') },
  mandate: {
    format: 'ap2.v0.2',
    sha256: sha256('mandate'),
    constraints: [{ type: 'payment.amount_range', currency: 'EUR', min: 0, max: 10000 }],
    not_after: '2026-11-30T00:00:00Z',
  },
  merchant_policy: {
    reference: 'https://shop.example/policy',
    sha256: sha256('policy'),
    terms: [{ id: 'returns', text: 'Goods may be sent back within 30 days.' }],
  },
  evidence_items: [
    { id: 'offer', kind: 'checkout', sha256: sha256('offer'), media_type: 'application/json', provenance: 'attested' },
    { id: 'chat', kind: 'message', sha256: sha256('chat'), provenance: 'supplied_by_party' },
  ],
  reason: 'A test vector: the offer keeps to the mandate.',
  ...changes,
});

export const receiptWithHash = (changes) => sealed(receipt(changes), 'receipt_hash_sha256');

/** The bytes that an anchor registers: a CBOR text string (head 78 40) of the 64 digits. */
export const registered = (hash) => `7840${Buffer.from(hash, 'ascii').toString('hex')}`;

const expectedVerdict = (only) => ({
  schema: 'service.adjudicator-verdict.v1',
  members: [
    { field: 'accepted_correctly', type: 'boolean or null', required: true, allowed: null, rule: 'see the interface' },
    { field: 'confidence', type: 'string', required: true, allowed: ['low', 'medium', 'high'], rule: 'one of these' },
    { field: 'reason', type: 'string', required: true, allowed: null, rule: 'free text' },
    {
      field: 'recommended_outcome',
      type: 'string',
      required: true,
      allowed: ['uphold_acceptance', 'reject_or_refund', 'escalate_to_human', 'insufficient_evidence'],
      rule: 'one of these',
    },
  ],
  only_supported_verdict: only,
});

const boundaries = ['No contract is deployed, no funds are moved, no chain transaction is sent.'];

export const anchorOf = (hash, changes = {}) => ({
  receipt_hash_sha256: hash,
  state: 'finalized',
  seen_finalized: true,
  network: 'testnet',
  transaction_hash: sha256('transaction'),
  block_hash: sha256('block'),
  sender: 'vector-sender',
  registered_data_hex: registered(hash),
  finalized_at: '2026-11-10T09:00:00Z',
  ...changes,
});

const supplied = (text) => ({ provenance: 'supplied_by_party', text });

/** An evidence pack on a receipt; `anchor` and `evidenceCase` as the case at hand has them. */
export const evidencePack = (
  { anchor = null, evidenceCase = 'receipt_without_finalized_anchor', of = receipt() } = {},
  changes = {},
) => {
  const hash = hashOf(of);
  const historical = evidenceCase === 'historical_anchor_only';
  return sealed(
    {
      ok: true,
      schema: 'service.adjudicator-evidence-pack.v1',
      side_effects: 'none',
      adjudication_question: {
        kind: 'acceptance',
        case: evidenceCase,
        receipt_hash_sha256: hash,
        question: 'Was the decision made correctly?',
        points_to_settle: ['Did the mandate cover it?'],
        dispute: null,
      },
      parties: [
        {
          role: 'deciding_agent',
          name: 'Vector agent',
          account: `${CHAIN}:vector-agent`,
          registry_ref: null,
          known_from: 'the receipt',
          provenance: 'attested',
        },
      ],
      concordium_proofs: {
        receipt_hash_sha256: hash,
        anchor_state: anchor?.state ?? 'not_anchored',
        anchor_state_meaning: 'See the chain.',
        anchor,
        proofs: [
          {
            id: 'receipt_hash',
            claim: 'The receipt has this hash.',
            value: hash,
            result: 'computed',
            how_to_check: ['Compute it.'],
          },
        ],
      },
      merchant_policy: historical
        ? null
        : {
            reference: of.merchant_policy.reference,
            sha256: of.merchant_policy.sha256,
            how_to_check: 'Take SHA-256 of the policy.',
            terms: of.merchant_policy.terms.map(({ id, text }) => ({ id, term: supplied(text) })),
          },
      acceptance_decision: historical
        ? null
        : {
            receipt_hash_sha256: hash,
            receipt_id: of.receipt_id,
            receipt_source: 'published_by_service',
            demonstration: false,
            decision: of.decision,
            decided_at: of.decided_at,
            subject: of.subject,
            within_mandate: 'unknown',
            reason: supplied(of.reason),
            receipt: of,
          },
      mandate_scope: historical
        ? null
        : {
            format: of.mandate.format,
            sha256: of.mandate.sha256,
            not_before: null,
            not_after: of.mandate.not_after,
            result: 'unknown',
            how_to_read: 'Bound by bound.',
            constraints: [
              {
                pointer: '/mandate/not_after',
                type: 'not_after',
                result: 'covered',
                reason: 'In time.',
                settled_by: null,
              },
              {
                pointer: '/mandate/constraints/0',
                type: 'payment.amount_range',
                result: 'unknown',
                reason: 'A receipt holds no amount.',
                settled_by: 'The payment mandate.',
              },
            ],
          },
      evidence_items: historical
        ? []
        : of.evidence_items.map(({ id, kind, sha256: itemHash, media_type = null, provenance }) => ({
            id,
            kind,
            sha256: itemHash,
            media_type,
            uri: null,
            provenance,
            named_by: 'receipt',
            proves: ['That the bytes are unchanged.'],
            does_not_prove: ['That what they say is true.'],
            statement: null,
          })),
      expected_verdict_schema: expectedVerdict(
        historical
          ? {
              accepted_correctly: null,
              recommended_outcome: 'insufficient_evidence',
              because: 'Only an anchor is known.',
            }
          : null,
      ),
      boundaries,
      ...changes,
    },
    'pack_hash_sha256',
  );
};

export const order = (changes = {}) => ({
  schema: 'service.work-order.v1',
  title: 'Vector order',
  description: 'A test vector: write a summary.',
  client: { name: 'Vector client', account: `${CHAIN}:vector-client` },
  agent: { name: 'Vector agent', account: `${CHAIN}:vector-agent` },
  escrow: { amount_minor: 2500, currency: 'EUR', deadline: '2026-12-31T12:00:00Z' },
  acceptance_criteria: [
    { id: 'length', text: 'It has 300 to 500 words.', must: true },
    { id: 'sources', text: 'It names its sources.', must: true },
    { id: 'style', text: 'It reads well.', must: false },
  ],
  evidence_rules: [
    { criterion_id: 'length', accepted_kinds: ['test_report'] },
    { criterion_id: 'sources', accepted_kinds: ['test_report', 'log'] },
  ],
  ...changes,
});

export const commitmentTo = (of, changes = {}) => ({
  schema: 'service.pre-work-commitment.v1',
  work_order_hash: hashOf(of),
  client: of.client.account,
  agent: of.agent.account,
  deadline: of.escrow.deadline,
  ...changes,
});

export const states = [
  'draft_preview',
  'pre_work_commitment_prepared',
  'work_started_after_acceptance',
  'evidence_submitted',
  'verdict_simulated',
  'release_refund_or_escalation_prepared_not_executed',
];

/** The table of moves as contract.md §5 prints it. */
export const moves = [
  {
    event: 'prepare_commitment',
    guard: 'order valid, two distinct parties, every must criterion has an evidence rule',
    guard_checks: ['order_is_valid', 'parties_are_distinct', 'must_criteria_have_evidence_rules'],
    contract_method: 'openWorkOrder',
    effect: 'prepared_only_no_escrow_locked',
    names: ['work_order_hash', 'pre_work_commitment_hash'],
  },
  {
    event: 'accept_and_start',
    guard: 'acceptance names the same work_order_hash and pre_work_commitment_hash, before the deadline',
    guard_checks: ['acceptance_names_the_hashes', 'acceptance_is_before_the_deadline'],
    contract_method: null,
    effect: null,
    names: ['work_order_hash', 'pre_work_commitment_hash', 'accepted_at'],
  },
  {
    event: 'submit_evidence',
    guard:
      'items bound to the work order hash, kinds allowed by the rules (an empty list is allowed and judged insufficient)',
    guard_checks: ['items_are_bound_to_the_work_order', 'item_kinds_are_allowed'],
    contract_method: 'submitEvidence',
    effect: 'hash_bound_evidence_attached_only',
    names: ['work_order_hash', 'evidence_pack_hash'],
  },
  {
    event: 'simulate_verdict',
    guard: 'evidence pack hash matches',
    guard_checks: ['evidence_pack_hash_matches'],
    contract_method: 'adjudicate',
    effect: 'simulated_verdict_only_no_validator_call',
    names: ['work_order_hash', 'evidence_pack_hash'],
  },
  {
    event: 'prepare_outcome',
    guard: 'verdict hash matches',
    guard_checks: ['verdict_hash_matches'],
    contract_method: 'releaseOrRefund',
    effect: 'prepared_release_refund_or_escalation_only_no_value_transfer',
    names: ['work_order_hash', 'verdict_hash'],
  },
].map((move, index) => ({ from: states[index], to: states[index + 1], ...move }));

const conceptual = {
  name: 'ServiceAgentWorkOrderEscrow',
  deployed: false,
  methods: [
    {
      method: 'openWorkOrder',
      payable: true,
      phase: 'before_work',
      inputs: ['work_order_hash', 'pre_work_commitment_hash', 'escrow_terms', 'evidence_rules', 'parties'],
      effect_in_preview: 'prepared_only_no_escrow_locked',
    },
  ],
};

/** A work order pack; `commitment` may be another than the one to the order. */
export const workOrderPack = ({ of = order(), commitment = commitmentTo(of) } = {}, changes = () => ({})) => {
  const orderHash = hashOf(of);
  const commitmentHash = hashOf(commitment);
  const entry = (name, hash) => ({
    name,
    sha256: hash,
    hash_of: 'an object of this pack',
    registered_data_hex: registered(hash),
    state: 'prepared_not_anchored',
    how_to_check: ['Compute it.'],
  });
  const document = {
    ok: true,
    schema: 'service.adjudicator-work-order-pack.v1',
    side_effects: 'none',
    work_order: { work_order_hash: orderHash, how_to_check: 'Compute it.', supplied_by_party: of },
    parties: [
      { role: 'client', ...of.client },
      { role: 'agent', ...of.agent },
    ],
    escrow_terms: { ...of.escrow, locked: false },
    acceptance_criteria: of.acceptance_criteria.map(({ id, must, text }) => ({
      id,
      must,
      accepted_kinds: of.evidence_rules.find((rule) => rule.criterion_id === id)?.accepted_kinds ?? [],
      criterion: supplied(text),
    })),
    evidence_rules: { rules: of.evidence_rules, binding: 'By the hash of the order.' },
    concordium_commitments: {
      commitments: [entry('work_order_hash', orderHash), entry('pre_work_commitment_hash', commitmentHash)],
      pre_work_commitment: commitment,
    },
    genlayer_contract_interface: {
      contract: conceptual,
      prepared_call: {
        method: 'openWorkOrder',
        inputs: { work_order_hash: orderHash, pre_work_commitment_hash: commitmentHash },
        called: false,
      },
    },
    state_machine: {
      states,
      initial_state: states[0],
      terminal_state: states[5],
      transitions: moves.map(({ from, event, guard, guard_checks, to, contract_method }) => ({
        from,
        event,
        guard,
        guard_checks,
        to,
        contract_method,
      })),
      refusals: 'Every other move is refused.',
      present_state: states[0],
      next_move: { event: 'prepare_commitment', would_be_allowed: true, guard_checks: [] },
    },
    release_refund_escalation_rules: { rules: [], execution: 'Prepared, never executed.' },
    expected_verdict_schema: expectedVerdict(null),
    boundaries,
    work_order_hash: orderHash,
    pre_work_commitment_hash: commitmentHash,
  };
  return sealed({ ...document, ...changes(document) }, 'pack_hash_sha256');
};

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
    moves.slice(0, count).map(({ names, ...move }) => ({
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
    built_in_sample: false,
    scenario: null,
    states_passed: states.slice(0, count + 1),
    final_state: states[count],
    steps: chain(planned, orderHash),
    work_order_hash: orderHash,
    pre_work_commitment_hash: commitmentHash,
    evidence_pack_hash: submitted ? evidenceHash : null,
    verdict: judged ? verdict : null,
    verdict_rule: judged ? rule : null,
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
