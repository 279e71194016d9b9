import { describe, expect, test } from 'vitest';
import {
  buildEvidencePackDescriptor,
  buildRunnerDescriptor,
  buildWorkOrderPackDescriptor,
  EvidencePackDescriptor,
  RunnerDescriptor,
  WorkOrderPackDescriptor,
} from '../../../src/domain/adjudication/adapter-descriptors.ts';
import { transitions } from '../../../src/domain/adjudication/moves.ts';
import { runWorkOrder } from '../../../src/domain/adjudication/run-work-order.ts';
import { verdictRules } from '../../../src/domain/adjudication/verdict.ts';
import {
  descriptorSchemas,
  evidencePackSections,
  runnerStates,
  verdictFields,
  workOrderPackSections,
} from '../../support/interface.ts';

const baseUrl = 'https://service.example';
const operations = [
  {
    method: 'POST' as const,
    address: `${baseUrl}/api/example`,
    sends: null,
    returns: 'an.example.v1',
    purpose: 'An example.',
  },
];
const evidence = EvidencePackDescriptor.parse(buildEvidencePackDescriptor({ baseUrl, operations }));
const workOrder = WorkOrderPackDescriptor.parse(buildWorkOrderPackDescriptor({ baseUrl, operations }));
const runner = RunnerDescriptor.parse(buildRunnerDescriptor({ baseUrl, operations }));

describe.each([
  ['evidence pack', evidence, descriptorSchemas[0], '/adjudicator-evidence-pack'],
  ['work order pack', workOrder, descriptorSchemas[1], '/adjudicator-work-order-pack'],
  ['runner', runner, descriptorSchemas[2], '/adjudicator-work-order-runner'],
])('the descriptor of the %s', (_, descriptor, schema, page) => {
  test('has every recurring field of the interface', () => {
    expect(descriptor).toMatchObject({ ok: true, schema, side_effects: 'none', page: `${baseUrl}${page}` });
    expect(descriptor.status).toMatch(/private_preview.*noindex.*adapter_schema/);
    expect(descriptor.boundary).toMatch(/identity, authority, anchor and settlement evidence/);
    expect(descriptor.intended_consumer.length).toBeGreaterThan(0);
  });

  test('says what the adapter does not do, point by point', () => {
    const said = descriptor.boundaries.join(' ');
    for (const word of [
      /deploy/,
      /validator/,
      /escrow/,
      /funds/,
      /chain transaction/,
      /fulfilment/,
      /partnership/,
      /custody/,
    ]) {
      expect(said).toMatch(word);
    }
  });

  test('describes the verdict record of the interface', () => {
    const members = Object.fromEntries(
      descriptor.expected_verdict_schema.members.map(({ field, allowed }) => [field, allowed]),
    );
    expect(Object.keys(members)).toEqual(verdictFields.required);
    expect(members).toMatchObject({
      confidence: verdictFields.confidence,
      recommended_outcome: verdictFields.recommended_outcome,
    });
  });
});

test('the packs’ descriptors list their sections in the order of the interface', () => {
  expect(evidence.required_sections).toEqual(evidencePackSections);
  expect(workOrder.required_sections).toEqual(workOrderPackSections);
});

test('the runner publishes the table and the rules that it runs by', () => {
  expect(runner.state_machine.states).toEqual(runnerStates);
  expect(runner.state_machine.transitions).toEqual(transitions);
  expect(runner.verdict_rules).toEqual(verdictRules);
  for (const { scenario, rule } of runner.scenarios) {
    expect(runWorkOrder({ request: { scenario }, freshSeed: 'x' }).verdict_rule, scenario).toBe(rule);
  }
});
