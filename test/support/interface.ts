/** What SPEC.md marks as part of the interface, as data. Nothing here is read from the code. */

interface InterfaceEndpoint {
  readonly method: 'GET' | 'POST';
  /** As OpenAPI writes it. */
  readonly path: string;
  /** Success status (SPEC.md §1.3, §5.1). */
  readonly status: number;
}

/** Intake and public reads (SPEC.md §1.3, §5.1). */
const reads: readonly InterfaceEndpoint[] = [
  { method: 'POST', path: '/api/intake', status: 201 },
  { method: 'GET', path: '/api/intake/summary', status: 200 },
  { method: 'GET', path: '/api/snapshot', status: 200 },
  { method: 'GET', path: '/static/status.json', status: 200 },
  { method: 'GET', path: '/static/capabilities.json', status: 200 },
  { method: 'GET', path: '/.well-known/service-agent-card.json', status: 200 },
  { method: 'GET', path: '/static/verified-agent-observatory.json', status: 200 },
  { method: 'GET', path: '/static/agent-accountability-map.json', status: 200 },
  { method: 'GET', path: '/static/governance-decision-memory.json', status: 200 },
];

/** The preview adapters and the anchor facility (SPEC.md §1.3). */
const adapters: readonly InterfaceEndpoint[] = [
  { method: 'GET', path: '/api/adjudicator/evidence/agent-acceptance/{receipt_hash_sha256}', status: 200 },
  { method: 'POST', path: '/api/adjudicator/evidence/preview-dispute', status: 200 },
  { method: 'POST', path: '/api/adjudicator/work-order/preview', status: 200 },
  { method: 'POST', path: '/api/adjudicator/work-order/run-preview', status: 200 },
  { method: 'POST', path: '/api/agent-acceptance-kit/anchor-preview', status: 200 },
  { method: 'POST', path: '/api/agent-acceptance-kit/anchor-live', status: 202 },
  { method: 'GET', path: '/api/agent-acceptance-kit/anchors/{receipt_hash_sha256}', status: 200 },
];

export const interfaceEndpoints: readonly InterfaceEndpoint[] = [...reads, ...adapters];

/** The pages (SPEC.md §13.1). */
export const interfacePages: readonly { readonly path: string; readonly noindex: boolean }[] = [
  { path: '/adjudicator-evidence-pack', noindex: true },
  { path: '/adjudicator-work-order-pack', noindex: true },
  { path: '/adjudicator-work-order-runner', noindex: true },
  { path: '/adjudicator-agent-escrow-pr', noindex: true },
  { path: '/agent-acceptance-anchor', noindex: true },
  { path: '/api-reference', noindex: false },
];

/** The intake request (SPEC.md §4.1). */
export const intakeFields = {
  required: ['body'],
  kind: ['question', 'governance', 'technical', 'invite', 'media', 'bug', 'contact', 'other'],
  body: { minLength: 3, maxLength: 4000 },
} as const;

/** The verdict record (SPEC.md §8.3). */
export const verdictFields = {
  required: ['accepted_correctly', 'confidence', 'reason', 'recommended_outcome'],
  confidence: ['low', 'medium', 'high'],
  recommended_outcome: ['uphold_acceptance', 'reject_or_refund', 'escalate_to_human', 'insufficient_evidence'],
} as const;

/** The identifiers of the descriptors (SPEC.md §8.2). */
export const descriptorSchemas = [
  'service.adjudicator-evidence-pack.schema.v1',
  'service.adjudicator-work-order.schema.v1',
  'service.adjudicator-work-order-runner.contract-spec.v1',
  'service.agent-acceptance-anchor.manifest.v1',
] as const;

/** The fields that recur in descriptors (SPEC.md §8.2). */
export const descriptorFields = [
  { field: 'ok', type: 'boolean' },
  { field: 'schema', type: 'string' },
  { field: 'status', type: 'string' },
  { field: 'side_effects', type: 'string' },
  { field: 'page', type: 'string' },
  { field: 'boundaries', type: 'array of string' },
  { field: 'intended_consumer', type: 'string' },
] as const;

/** The sections of an evidence pack, in order (SPEC.md §8.5). */
export const evidencePackSections = [
  'adjudication_question',
  'parties',
  'concordium_proofs',
  'merchant_policy',
  'acceptance_decision',
  'mandate_scope',
  'evidence_items',
  'expected_verdict_schema',
  'boundaries',
] as const;

/** The sections of a work order pack, in order (SPEC.md §8.11). */
export const workOrderPackSections = [
  'work_order',
  'parties',
  'escrow_terms',
  'acceptance_criteria',
  'evidence_rules',
  'concordium_commitments',
  'genlayer_contract_interface',
  'state_machine',
  'release_refund_escalation_rules',
  'expected_verdict_schema',
  'boundaries',
] as const;

/** The states of the runner, in order (SPEC.md §9.1). */
export const runnerStates = [
  'draft_preview',
  'pre_work_commitment_prepared',
  'work_started_after_acceptance',
  'evidence_submitted',
  'verdict_simulated',
  'release_refund_or_escalation_prepared_not_executed',
] as const;

/** The conceptual contract (SPEC.md §8.4). */
export const conceptualContract = {
  name: 'ServiceAgentWorkOrderEscrow',
  methods: [
    {
      method: 'openWorkOrder',
      payable: true,
      phase: 'before_work',
      inputs: ['work_order_hash', 'pre_work_commitment_hash', 'escrow_terms', 'evidence_rules', 'parties'],
      effect: 'prepared_only_no_escrow_locked',
    },
    {
      method: 'submitEvidence',
      payable: false,
      phase: 'during_or_after_work',
      inputs: ['work_order_hash', 'evidence_pack_hash', 'receipt_preimage', 'delivery_artifact_hash'],
      effect: 'hash_bound_evidence_attached_only',
    },
    {
      method: 'adjudicate',
      payable: false,
      phase: 'completion_or_dispute',
      inputs: ['work_order_hash', 'adjudication_question', 'expected_verdict_schema'],
      effect: 'simulated_verdict_only_no_validator_call',
    },
    {
      method: 'releaseOrRefund',
      payable: false,
      phase: 'after_verdict_finality',
      inputs: ['work_order_hash', 'verdict_hash', 'release_refund_escalation_rules'],
      effect: 'prepared_release_refund_or_escalation_only_no_value_transfer',
    },
  ],
} as const;

/** The budget in the anchor manifest (SPEC.md §10.10). */
export const anchorBudget = { max_chain_spend_ccd: 5, payment_or_settlement_usd: 0 } as const;
