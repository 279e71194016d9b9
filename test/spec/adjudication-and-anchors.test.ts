import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { checkDatasets } from '../../src/dataset-files/check.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { EvidenceCase, evidencePackSections } from '../../src/domain/adjudication/evidence-pack.ts';
import { RunRequest } from '../../src/domain/adjudication/runner.ts';
import { transitions } from '../../src/domain/adjudication/state-machine.ts';
import { conceptualContract, GuardName, WorkOrderState } from '../../src/domain/adjudication/state-machine.ts';
import { Confidence, RecommendedOutcome, Verdict, verdictRules } from '../../src/domain/adjudication/verdict.ts';
import { WorkOrderRequest } from '../../src/domain/adjudication/work-order.ts';
import { workOrderPackSections } from '../../src/domain/adjudication/work-order-pack.ts';
import { registerDataEnergy } from '../../src/domain/anchors/anchor-chain.ts';
import type { AnchorCheck } from '../../src/domain/anchors/anchor-check.ts';
import type { HistoryLine } from '../../src/domain/anchors/anchor-ledger.ts';
import { MAX_CHAIN_SPEND_CCD, refusals } from '../../src/domain/anchors/anchor-plan.ts';
import { anchorProblems, AnchorState, chainFailures } from '../../src/domain/anchors/anchor-state.ts';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import { originRules } from '../../src/domain/keys/origin.ts';
import { questionsOf } from '../../src/domain/observation/checks.ts';
import { Decision, DecisionReceipt } from '../../src/domain/receipts/decision-receipt.ts';
import { Mandate, MandateConstraint } from '../../src/domain/receipts/mandate.ts';
import { EVIDENCE_ITEM_LIMIT } from '../../src/domain/receipts/party.ts';
import { PARTY_TEXT_LIMIT } from '../../src/domain/receipts/party.ts';
import { CheckId, DocumentKind, Verification } from '../../src/domain/verification/verification.ts';
import { anchorBudget } from '../support/interface.ts';
import { codes, column, section, table } from '../support/specification.ts';

describe('SPEC.md says what the code does about', () => {
  test('the decision receipt and its mandate', () => {
    const required = (schema: z.ZodObject) =>
      Object.entries(schema.shape).map(([name, member]) => [name, member.safeParse(undefined).success ? 'no' : 'yes']);
    expect(table('7.1').map(([name, needed]) => [name, needed])).toEqual(required(DecisionReceipt));
    expect(section('7.1')).toContain(
      `${Decision.options
        .slice(0, -1)
        .map((one) => `\`${one}\``)
        .join(', ')} or \`${Decision.options.at(-1)}\``,
    );
    for (const format of Mandate.shape.format.options) expect(section('7.1')).toContain(`\`${format}\``);
    const options = MandateConstraint.options.map(({ shape }) => shape as Record<string, z.ZodType>);
    expect(table('7.2').map(([type]) => type)).toEqual(
      options.map((shape) => (shape['type'] as z.ZodLiteral<string>).value),
    );
    for (const [at, shape] of options.entries()) {
      const members = Object.keys(shape).filter((name) => name !== 'type');
      for (const name of members) expect(table('7.2')[at]![1]).toContain(name);
      expect(section('7.5')).toContain(`\`${table('7.2')[at]![0]}\``);
    }
    expect(section('3.7')).toContain(`1 to ${PARTY_TEXT_LIMIT} characters`);
    expect(section('3.7')).toContain(`at most ${EVIDENCE_ITEM_LIMIT.toLocaleString('en-GB')} entries`);
  });

  test('the verdict record', () => {
    expect(column('8.3')).toEqual(Object.keys(Verdict.shape));
    const rules = column('8.3', 3);
    expect(rules[1]).toBe(`one of ${Confidence.options.join(', ')}`);
    expect(rules[3]).toBe(`one of ${RecommendedOutcome.options.join(', ')}`);
  });

  test('the conceptual contract', () => {
    expect(section('8.4')).toContain(conceptualContract.name);
    expect(table('8.4')).toEqual(
      conceptualContract.methods.map(({ method, payable, phase, inputs, effect_in_preview }) => [
        method,
        String(payable),
        phase,
        inputs.join(', '),
        effect_in_preview,
      ]),
    );
  });

  test('the sections and cases of the packs', () => {
    expect(codes(section('8.5')).slice(0, evidencePackSections.length)).toEqual(evidencePackSections);
    expect(column('8.6')).toEqual(EvidenceCase.options);
    expect(codes(section('8.11')).slice(0, workOrderPackSections.length)).toEqual(workOrderPackSections);
    expect(column('8.10')).toEqual(Object.keys(WorkOrderRequest.shape));
  });

  test('the runner: states, moves, guards, verdict rules and what a request may hold', () => {
    expect(codes(section('9.1'))).toEqual(WorkOrderState.options);
    expect(table('9.2')).toEqual(
      transitions.map(({ from, event, to, contract_method, guard_checks }) => [
        from,
        event,
        to,
        contract_method ?? '–',
        guard_checks.join(', '),
      ]),
    );
    expect(column('9.3')).toEqual(GuardName.options);
    expect(column('9.4')).toEqual(Object.keys(RunRequest.shape));
    expect(table('9.6').map(([rule, , ...rest]) => [rule, ...rest])).toEqual(
      verdictRules.map(({ rule, accepted_correctly, confidence, recommended_outcome, prepares }) => [
        rule,
        String(accepted_correctly),
        confidence,
        recommended_outcome,
        prepares,
      ]),
    );
  });

  test('anchors: networks, reasons, states, events, problems, cost and budget', () => {
    for (const [name, genesis] of table('10.2')) expect(networkOfSetting(name!).genesisBlock).toBe(genesis);
    const [, reasons = ''] = section('10.3').split('each with a sentence. ');
    expect(codes(reasons.split('\n\n')[0]!)).toEqual(Object.keys(refusals));
    expect(column('10.7')).toEqual(AnchorState.options);
    const events: Record<HistoryLine['event'], true> = {
      claimed: true,
      claimed_again: true,
      signed: true,
      submitted: true,
      finalized: true,
      failed: true,
      expired: true,
      released: true,
      imported: true,
    };
    expect(column('10.7', 1, 1)).toEqual(Object.keys(events));
    const [, problems = ''] = section('10.7').split('or one of these. ');
    expect([...Object.keys(chainFailures), ...codes(problems)]).toEqual(Object.keys(anchorProblems));
    expect(section('10.4')).toContain(`which is ${registerDataEnergy(66, 1)} with one signature`);
    expect(section('10.6')).toContain(`\`budget.max_chain_spend_ccd\` is ${MAX_CHAIN_SPEND_CCD},`);
    expect(table('10.10').map(([, , value]) => value)).toEqual([
      String(anchorBudget.max_chain_spend_ccd),
      String(anchorBudget.payment_or_settlement_usd),
      'count of anchors stored',
      'anchoring covers decision receipt hashes only',
    ]);
  });

  test('verification: kinds, checks and outcomes', () => {
    expect(codes(section('11.1')).filter((code) => code.includes('_'))).toEqual(DocumentKind.options);
    expect(column('11.2')).toEqual(CheckId.options);
    expect(column('11.8')).toEqual(Object.keys(Verification.shape.answers.shape));
    expect(column('11.9')).toEqual(Verification.shape.outcome.options);
    expect(column('17.3')).toEqual(originRules.map(({ id }) => id));
    const atNode: Record<AnchorCheck['id'], true> = {
      node: true,
      network: true,
      finalized: true,
      register_data: true,
      sender: true,
      exact_bytes: true,
      hash: true,
    };
    expect(column('11.10')).toEqual(Object.keys(atNode));
  });

  test('observations: every check that a run asks something for, in the order of the vocabulary', () => {
    const { records } = checkDatasets(readDatasetTexts('.'));
    const asked = new Set(records['verified-agent-observatory'].flatMap(questionsOf).map(({ check }) => check));
    expect(column('12.1').toSorted()).toEqual([...asked].toSorted());
  });
});

describe('the operator finds in OPERATIONS.md', () => {
  const anchoring = readFileSync('OPERATIONS.md', 'utf8').split('\n## Anchoring\n')[1]!;
  const isNamed = (code: string): boolean => anchoring.includes(`\`${code}\``);

  test('every problem that an anchor can have', () => {
    const problems = Object.keys(anchorProblems).filter((code) => !code.startsWith('wallet_'));
    expect(problems.filter((code) => !isNamed(code))).toEqual([]);
    expect(isNamed('wallet_…')).toBe(true);
  });

  test('every event of an anchor that is logged', async () => {
    const files = await Array.fromAsync(glob('src/services/anchoring/*.ts'));
    const events = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:report|log\?\.)\('(\w+)'/g)].map(([, event]) => event!),
    );
    expect(new Set(events).size).toBeGreaterThan(7);
    expect(events.filter((event) => !isNamed(event))).toEqual([]);
  });
});
