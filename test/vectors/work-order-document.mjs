import { hashOf, sealed } from './canonical.mjs';
import { boundaries, CHAIN, expectedVerdict, registered, supplied } from './document-parts.mjs';
import { moves, states } from './moves.mjs';

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
    registered_data_hex: registered(hash),
  });
  const document = {
    ok: true,
    schema: 'service.adjudicator-work-order-pack.v1',
    side_effects: 'none',
    work_order: { supplied_by_party: of },
    parties: [
      { role: 'client', ...of.client },
      { role: 'agent', ...of.agent },
    ],
    escrow_terms: { ...of.escrow, locked: false },
    acceptance_criteria: of.acceptance_criteria.map(({ id, must, text }) => ({
      id,
      must,
      criterion: supplied(text),
    })),
    evidence_rules: { rules: of.evidence_rules, binding: 'By the hash of the order.' },
    concordium_commitments: {
      commitments: [entry('work_order_hash', orderHash), entry('pre_work_commitment_hash', commitmentHash)],
      pre_work_commitment: commitment,
    },
    genlayer_contract_interface: conceptual,
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
    },
    release_refund_escalation_rules: { rules: [], execution: 'Prepared, never executed.' },
    expected_verdict_schema: expectedVerdict(null),
    boundaries,
    work_order_hash: orderHash,
    pre_work_commitment_hash: commitmentHash,
  };
  return sealed({ ...document, ...changes(document) }, 'pack_hash_sha256');
};
