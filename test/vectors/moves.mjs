export const states = [
  'draft_preview',
  'pre_work_commitment_prepared',
  'work_started_after_acceptance',
  'evidence_submitted',
  'verdict_simulated',
  'release_refund_or_escalation_prepared_not_executed',
];

/** The table of moves as SPEC.md §9.2 prints it. */
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
