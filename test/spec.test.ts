import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { conceptualContract } from '../src/domain/adjudication/conceptual-contract.ts';
import { EvidenceCase, evidencePackSections } from '../src/domain/adjudication/evidence-pack.ts';
import { RunReceipt, RunRequest } from '../src/domain/adjudication/runner.ts';
import { GuardName, transitions, WorkOrderState } from '../src/domain/adjudication/state-machine.ts';
import { Confidence, RecommendedOutcome, Verdict } from '../src/domain/adjudication/verdict.ts';
import { verdictRules } from '../src/domain/adjudication/verdict-rules.ts';
import { WorkOrderRequest } from '../src/domain/adjudication/work-order.ts';
import { workOrderPackSections } from '../src/domain/adjudication/work-order-pack.ts';
import { SideEffects } from '../src/domain/agent/capabilities.ts';
import { MAX_CHAIN_SPEND_CCD } from '../src/domain/anchors/anchor-budget.ts';
import type { AnchorCheck } from '../src/domain/anchors/anchor-check.ts';
import type { HistoryLine } from '../src/domain/anchors/anchor-ledger.ts';
import { refusals } from '../src/domain/anchors/anchor-plan.ts';
import { anchorProblems, AnchorState } from '../src/domain/anchors/anchor-state.ts';
import { chainFailures } from '../src/domain/anchors/chain-failure.ts';
import { registerDataEnergy } from '../src/domain/anchors/fee-estimate.ts';
import { networkOfSetting } from '../src/domain/chains/network.ts';
import { layerNames } from '../src/domain/datasets/accountability-map/record.ts';
import { verificationLevelTerms } from '../src/domain/datasets/observatory/terms.ts';
import { IntakeKind, intakeLimits, IntakeReceipt, IntakeStatus } from '../src/domain/intake.ts';
import { canonicalText } from '../src/domain/json/canonical-json.ts';
import { MAX_JSON_DEPTH, parseStrictJson } from '../src/domain/json/strict-json.ts';
import { observationCheckTerms, observationResultTerms } from '../src/domain/observation/observation-terms.ts';
import { Decision, DecisionReceipt } from '../src/domain/receipts/decision-receipt.ts';
import { EVIDENCE_ITEM_LIMIT } from '../src/domain/receipts/evidence-item.ts';
import { Mandate, MandateConstraint } from '../src/domain/receipts/mandate.ts';
import { PARTY_TEXT_LIMIT } from '../src/domain/receipts/party.ts';
import { CheckId, DocumentKind, Verification } from '../src/domain/verification/verification.ts';
import { isServiceError, problemKinds } from '../src/domain/vocabulary/errors.ts';
import { caching, securityHeaders } from '../src/http/response-headers.ts';
import { REQUEST_BYTES_MAX } from '../src/services/intake.ts';
import { buildSpecification } from '../src/site/specification.ts';
import {
  anchorBudget,
  descriptorFields,
  descriptorSchemas,
  interfaceEndpoints,
  interfacePages,
} from './support/interface.ts';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'SPEC.md'), 'utf8');

/** The text of each section by its number. A chapter holds what stands before its first section. */
const sections = new Map(
  text
    .split(/^(?=#{2,3} \d)/m)
    .slice(1)
    .map((part) => [/^#+ ([\d.]+) /.exec(part)![1]!, part]),
);

const section = (number: string): string => {
  const found = sections.get(number);
  if (found === undefined) throw new Error(`SPEC.md has no section ${number}`);
  return found;
};

/** The rows of a table without its head; cells without the marks of code. */
const table = (number: string, at = 0): string[][] => {
  const tables = section(number).match(/^(?:\|.*\|\n)+/gm) ?? [];
  if (tables[at] === undefined) throw new Error(`section ${number} has no table ${at + 1}`);
  return tables[at]
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
};

const column = (number: string, of = 0, at = 0): string[] => table(number, at).map((row) => row[of]!);

/** What stands in code in a text, in order. */
const codes = (words: string): string[] => [...words.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

const citations = (words: string): string[] => [...words.matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, number]) => number!);

const files = (
  await Promise.all(
    ['src/**/*', 'test/**/*', 'datasets/**/*', '*.md', '*.mjs', '*.ts'].map((pattern) =>
      Array.fromAsync(glob(pattern, { cwd: root, withFileTypes: true })),
    ),
  )
)
  .flat()
  .filter((entry) => entry.isFile())
  .map((entry) => ({
    file: join(entry.parentPath, entry.name).slice(root.length + 1),
    words: readFileSync(join(entry.parentPath, entry.name), 'utf8'),
  }));

describe('the sections of SPEC.md', () => {
  test('are numbered without a gap', () => {
    let before = [0, 0];
    for (const number of sections.keys()) {
      const [chapter = 0, part = 0] = number.split('.').map(Number);
      expect([
        [before[0]! + 1, 0],
        [before[0]!, before[1]! + 1],
      ]).toContainEqual([chapter, part]);
      before = [chapter, part];
    }
    expect(text.match(/^#{2,} /gm)).toHaveLength(sections.size);
  });

  test('each say where their rules come from', () => {
    const parts = [...sections].filter(([number]) => number.includes('.'));
    const unmarked = parts.filter(([, part]) => !/^#.*\n\n_(Interface|Decided|Interface and decided)_\n\n/.test(part));
    expect(unmarked.map(([number]) => number)).toEqual([]);
  });

  test('are there wherever SPEC.md cites one of its own', () => {
    const own = citations(text.replaceAll(/RFC \d+ §[\d.]+/g, ''));
    expect(own.length).toBeGreaterThan(50);
    expect(own.filter((number) => !sections.has(number))).toEqual([]);
  });

  test('are there wherever a comment or a document cites one', () => {
    const cited = files.flatMap(({ file, words }) =>
      [...words.matchAll(/SPEC\.md ((?:(?:, | and )?§\d+(?:\.\d+)*)+)/g)].flatMap(([, all]) =>
        citations(all!).map((number) => ({ file, number })),
      ),
    );
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ number }) => !sections.has(number))).toEqual([]);
  });

  test('are cited instead of documents that are not in the project', () => {
    const foreign = /(?<![\w/-])(?:contract|interface|architecture)\.md/;
    expect(files.filter(({ words }) => foreign.test(words)).map(({ file }) => file)).toEqual([]);
  });

  test('are each on the page, under an anchor by their number, and nothing there needs an inline style', () => {
    const page = readFileSync(join(root, 'dist/client/specification.html'), 'utf8');
    const anchors = [...sections.keys()].map((number) => `section-${number.replaceAll('.', '-')}`);
    expect(anchors.filter((anchor) => !page.includes(` id="${anchor}"`))).toEqual([]);
    expect(
      anchors.filter((anchor) => !page.includes(`<li><a href="#${anchor}"`) && anchor.split('-').length > 2),
    ).toEqual([]);
    expect(page).not.toMatch(/<[^>]* style=/);
  });

  test('have anchors on the page by their numbers, and citations lead to them', () => {
    const page = buildSpecification(
      '<h1 id="a">Whole</h1>\n<h2 id="1-b">1 B</h2><h3 id="11-c">1.1 C</h3><p><em>Decided</em></p>' +
        '<p>See §1.1 and RFC 8785 §3.2.</p><table><thead></thead></table>',
    );
    expect(page.sections.map(({ anchor }) => anchor)).toEqual(['section-1', 'section-1-1']);
    expect(page.html).toBe(
      '<h2 id="section-1"><a href="#section-1">1 B</a></h2><h3 id="section-1-1"><a href="#section-1-1">1.1 C</a></h3>' +
        '<p class="origin">Decided</p><p>See <a href="#section-1-1">§1.1</a> and RFC 8785 §3.2.</p>' +
        '<div class="scroll" tabindex="0" role="region" aria-label="Table 1"><table><thead></thead></table></div>',
    );
  });
});

describe('SPEC.md says what the code does about', () => {
  test('the operations that are answered live', async () => {
    const addresses = (await Array.fromAsync(glob('src/pages/{api/**/*,healthz,readyz}.ts', { cwd: root }))).map(
      (file) =>
        file
          .replace(/^src\/pages/, '')
          .replace(/(\/index)?\.ts$/, '')
          .replaceAll(/\[(\w+)\]/g, '{$1}'),
    );
    expect([...new Set(column('1.3', 1))].toSorted()).toEqual(addresses.toSorted());
    const printed = [
      ...table('1.3').map(([method, path, status, origin]) => [method, path, status!.split(',')[0], origin]),
      ...table('5.1').map(([path, , origin]) => ['GET', path, '200', origin]),
    ]
      .filter(([, , , origin]) => origin === 'Interface')
      .map(([method, path, status]) => ({ method, path, status: Number(status) }));
    expect(printed.toSorted((a, b) => (a.path! < b.path! ? -1 : 1))).toEqual(
      interfaceEndpoints.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    );
  });

  test('the pages of the interface', () => {
    const printed = table('13.1')
      .filter(([, , origin]) => origin === 'Interface')
      .map(([path, , , indexed]) => ({ path, noindex: indexed === 'no' }));
    expect(printed).toEqual(interfacePages);
  });

  test('the error codes', () => {
    expect(table('2.8')).toEqual(Object.entries(problemKinds).map(([code, { status }]) => [code, String(status)]));
  });

  test('caching and the fields of every answer', () => {
    expect(column('2.10', 1)).toEqual([
      caching.document,
      caching.immutable,
      caching.live(5),
      caching.live(300),
      caching.none,
    ]);
    expect(Object.fromEntries(table('2.13'))).toEqual(securityHeaders('https://example.org'));
  });

  test('the limits of a body', () => {
    expect(section('2.14')).toContain(`${REQUEST_BYTES_MAX.toLocaleString('en-GB')} bytes`);
    expect(section('3.1')).toContain(`nested at most ${MAX_JSON_DEPTH} deep`);
  });

  /** One text for each code of §3.2. */
  const faulty: Readonly<Record<string, string | Uint8Array>> = {
    not_utf8: Uint8Array.of(0x22, 0xff, 0x22),
    byte_order_mark: '\ufeff{}',
    not_json: '{',
    duplicate_key: String.raw`{"a":1,"\u0061":2}`,
    reserved_key: '{"__proto__":1}',
    lone_surrogate: String.raw`"\ud83d"`,
    nul_character: String.raw`"\u0000"`,
    unsafe_integer: '9007199254740992',
    not_finite: '1e400',
    not_an_integer: '-0',
    too_deep: `${'['.repeat(65)}${']'.repeat(65)}`,
  };

  test('the problems of a JSON text', () => {
    const found = column('3.2').map((code) => {
      try {
        return parseStrictJson(faulty[code] ?? '', { numbers: 'integers' });
      } catch (error) {
        return isServiceError(error) ? error.errors.map((problem) => problem.code) : error;
      }
    });
    expect(column('3.2')).toEqual(Object.keys(faulty));
    expect(found).toEqual(Object.keys(faulty).map((code) => [code]));
    expect(parseStrictJson(`${'['.repeat(64)}${']'.repeat(64)}`).value).toBeDefined();
    expect(parseStrictJson('9007199254740991', { numbers: 'integers' }).value).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('the canonical text', () => {
    expect(canonicalText({ '\ufb33': 1, '\u{1f600}': 2 })).toBe('{"\u{1f600}":2,"\ufb33":1}');
    expect(canonicalText('"\\/\b\t\n\f\r\u0001\u007f\u2028')).toBe(
      String.raw`"\"\\/\b\t\n\f\r\u0001` + '\u007f\u2028"',
    );
    expect(canonicalText({ b: null, a: undefined, c: -0 })).toBe('{"b":null,"c":0}');
  });

  test('the members that state an object’s own hash', () => {
    const own = Object.fromEntries(table('3.4'));
    expect(own['service.decision-receipt.schema.v1']).toBe('receipt_hash_sha256');
    expect(Object.keys(DecisionReceipt.shape).at(-1)).toBe('receipt_hash_sha256');
    const step = RunReceipt.shape.steps.element.shape;
    expect(own[step.schema.value]).toBe(Object.keys(step).at(-1));
    expect(own[RunReceipt.shape.schema.value]).toBe(Object.keys(RunReceipt.shape).at(-1));
    expect(own[IntakeReceipt.shape.schema.value]).toBe('receipt_hash_sha256');
    for (const hashed of Object.values(RunReceipt.shape.hashed_objects.shape)) {
      const { shape } = ('unwrap' in hashed ? hashed.unwrap() : hashed) as z.ZodObject<{
        schema: z.ZodLiteral<string>;
      }>;
      expect(own[shape.schema.value]).toBe('none');
    }
  });

  test('the intake', () => {
    const rows = new Map(table('4.1').map(([field, , , rule]) => [field!, rule!]));
    const kinds = [...section('4.1').matchAll(/one of ((?:`\w+`, )*`\w+`);/g)].map(([, list]) => codes(list!))[0];
    expect(kinds).toEqual(IntakeKind.options);
    expect(rows.get('from')).toContain(`at most ${intakeLimits.from_max} characters`);
    expect(rows.get('contact')).toContain(`at most ${intakeLimits.contact_max} characters`);
    expect(rows.get('body')).toBe(`length ${intakeLimits.body_min} to ${intakeLimits.body_max} characters`);
    expect(column('4.4')).toEqual(IntakeStatus.options);
  });

  test('side effects and descriptors', () => {
    expect(column('5.3')).toEqual(SideEffects.options);
    expect(table('8.2').map(([field, type]) => ({ field, type }))).toEqual(descriptorFields);
    expect(column('8.2', 1, 1)).toEqual(descriptorSchemas);
  });

  test('the levels of verification and the layers of the map', () => {
    expect(column('6.8')).toEqual(Object.keys(verificationLevelTerms));
    expect(section('6.10')).toContain(`${layerNames.slice(0, -1).join(', ')} and ${layerNames.at(-1)}; all`);
  });

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
    expect(column('8.5')).toEqual(evidencePackSections);
    expect(column('8.6')).toEqual(EvidenceCase.options);
    expect(column('8.11')).toEqual(workOrderPackSections);
    expect(column('8.10')).toEqual(Object.keys(WorkOrderRequest.shape));
  });

  test('the runner: states, moves, guards, verdict rules and what a request may hold', () => {
    expect(column('9.1', 1)).toEqual(WorkOrderState.options);
    expect(table('9.2')).toEqual(
      transitions.map(({ from, event, to, contract_method, guard_checks }) => [
        from,
        event,
        to,
        contract_method ?? '–',
        guard_checks.join(', '),
      ]),
    );
    expect(table('9.2', 1)).toEqual(transitions.map(({ event, guard }) => [event, guard]));
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
    expect(column('9.7', 0, 1)).toEqual(transitions.map(({ event }) => event));
  });

  test('anchors: networks, reasons, states, events, problems, cost and budget', () => {
    for (const [name, genesis] of table('10.2')) expect(networkOfSetting(name!).genesisBlock).toBe(genesis);
    expect(column('10.3')).toEqual(Object.keys(refusals));
    expect(column('10.7')).toEqual(AnchorState.options);
    const events: Record<HistoryLine['event'], true> = {
      claimed: true,
      reservation_raised: true,
      signed: true,
      submitted: true,
      finalized: true,
      failed: true,
      expired: true,
      released: true,
      imported: true,
      found_on_chain: true,
    };
    expect(column('10.7', 1, 1)).toEqual(Object.keys(events));
    expect([...Object.keys(chainFailures), ...column('10.7', 0, 2)]).toEqual(Object.keys(anchorProblems));
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
    expect(column('11.7')).toEqual(Verification.shape.outcome.options);
    const atNode: Record<AnchorCheck['id'], true> = {
      node: true,
      network: true,
      finalized: true,
      register_data: true,
      sender: true,
      exact_bytes: true,
      hash: true,
    };
    expect(column('11.8')).toEqual(Object.keys(atNode));
  });

  test('observations: checks and results', () => {
    expect(column('12.1')).toEqual(Object.keys(observationCheckTerms));
    expect(column('12.1', 0, 1)).toEqual(Object.keys(observationResultTerms));
  });
});
