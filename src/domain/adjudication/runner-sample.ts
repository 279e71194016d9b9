import { sha256Hex } from '../json/hash.ts';
import type { RunEvidenceItem, Scenario } from './runner.ts';
import type { WorkOrder, WorkOrderRequest } from './work-order.ts';

/** The built-in order, made unique by the seed. Made up: neither party exists. */
export const buildSampleOrder = (seed: string): WorkOrderRequest => ({
  title: 'Made-up sample: summary of a public document',
  description: 'A made-up order. The agent writes a summary of a public document and lists the pages it draws on.',
  reference: `sample-${sha256Hex(`${seed}:reference`).slice(0, 16)}`,
  client: {
    name: 'Sample client',
    account: 'ccd:4221332d34e1694168c2a0c0b3fd0f27:sample-client',
  },
  agent: {
    name: 'Sample agent',
    account: 'ccd:4221332d34e1694168c2a0c0b3fd0f27:sample-agent',
  },
  escrow: { amount_minor: 2500, currency: 'EUR', deadline: '2030-01-31T12:00:00Z' },
  acceptance_criteria: [
    { id: 'length', text: 'The summary has 300 to 500 words.', must: true },
    { id: 'sources', text: 'Each statement names the page it draws on.', must: true },
    { id: 'style', text: 'The summary reads well.', must: false },
  ],
  evidence_rules: [
    { criterion_id: 'length', accepted_kinds: ['delivery_artifact', 'test_report'] },
    { criterion_id: 'sources', accepted_kinds: ['test_report'] },
    { criterion_id: 'style', accepted_kinds: ['message'] },
  ],
});

/**
 * Invented evidence for an order and a scenario: one item for each criterion that has a rule, of the
 * first kind that the rule accepts. In `criterion_failed` the first must criterion fails; in
 * `conflicting_evidence` a second item contradicts the first on it.
 */
export const buildSampleEvidence = (order: WorkOrder, scenario: Scenario, seed: string): RunEvidenceItem[] => {
  if (scenario === 'no_evidence') return [];
  const firstMust = order.acceptance_criteria.find(({ must }) => must)?.id;
  const item = (criterion: string, kind: string, shows: RunEvidenceItem['shows'], number: number): RunEvidenceItem => ({
    id: `sample-${number}`,
    criterion_id: criterion,
    kind,
    sha256: sha256Hex(`${seed}:evidence:${number}:${criterion}:${shows}`),
    shows,
    provenance: 'supplied_by_party',
  });
  const items = order.evidence_rules.map(({ criterion_id, accepted_kinds }, index) =>
    item(
      criterion_id,
      accepted_kinds[0]!,
      scenario === 'criterion_failed' && criterion_id === firstMust ? 'failed' : 'met',
      index + 1,
    ),
  );
  const contradicted = order.evidence_rules.find(({ criterion_id }) => criterion_id === firstMust);
  if (scenario === 'conflicting_evidence' && contradicted !== undefined) {
    items.push(item(contradicted.criterion_id, contradicted.accepted_kinds[0]!, 'failed', items.length + 1));
  }
  return items;
};
