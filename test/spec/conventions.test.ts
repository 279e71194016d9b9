import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { datasets } from '../../src/dataset-files/registry.ts';
import { RunReceipt } from '../../src/domain/adjudication/runner.ts';
import { SideEffects } from '../../src/domain/agent/capabilities.ts';
import { ServiceInterface } from '../../src/domain/agent/interfaces.ts';
import { mcpVersions } from '../../src/domain/agent/mcp.ts';
import { layerNames } from '../../src/domain/datasets/accountability-map/record.ts';
import { checkTerms } from '../../src/domain/datasets/observatory/check-terms.ts';
import { verificationLevelTerms } from '../../src/domain/datasets/observatory/terms.ts';
import { IntakeKind, intakeLimits, IntakeReceipt, IntakeStatus } from '../../src/domain/intake.ts';
import { canonicalText } from '../../src/domain/json/canonical-json.ts';
import { MAX_JSON_DEPTH, parseStrictJson } from '../../src/domain/json/strict-json.ts';
import { DecisionReceipt } from '../../src/domain/receipts/decision-receipt.ts';
import { isServiceError } from '../../src/domain/vocabulary/errors.ts';
import { JSON_VALUES_MAX, REQUEST_BYTES_MAX } from '../../src/domain/vocabulary/service.ts';
import { taskStates } from '../../src/http/a2a/send-message.ts';
import { HEADER_BYTES_MAX, HEADER_SECONDS, REQUEST_SECONDS } from '../../src/http/admission.ts';
import { problemKinds } from '../../src/http/problem-kinds.ts';
import { caching, type HeaderFields, preflight, publicCors, securityHeaders } from '../../src/http/response-headers.ts';
import { descriptorFields, descriptorSchemas, interfaceEndpoints, interfacePages } from '../support/interface.ts';
import { codes, column, section, table } from '../support/specification.ts';

const root = join(import.meta.dirname, '../..');

describe('SPEC.md says what the code does about', () => {
  test('the operations that are answered live', async () => {
    const addresses = (
      await Array.fromAsync(
        glob('src/pages/{api/**/*,healthz,readyz,static/keys.json,.well-known/jwks.json}.ts', { cwd: root }),
      )
    ).map((file) =>
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

  test('every page', async () => {
    const own = (await Array.fromAsync(glob('src/pages/**/*.astro', { cwd: root }))).map(
      (file) => file.replace(/^src\/pages/, '').replace(/(\/index)?\.astro$/, '') || '/',
    );
    const ofDatasets = `(?:\\[dataset\\]|${datasets.map(({ id }) => id).join('|')})`;
    const patterns = column('13.1')
      .flatMap((cell) => cell.split(', '))
      .map((path) => new RegExp(`^${path.replace('{dataset}', ofDatasets).replaceAll(/\{\w+\}/g, '[^/]+')}$`));
    expect(own.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(patterns.filter((pattern) => !own.some((path) => pattern.test(path)))).toEqual([]);
  });

  test('the document of every dataset, and every way to talk to the service', () => {
    const documents = column('5.1').filter((path) => table('6.1').some(([id]) => path === `/static/${id}.json`));
    expect(documents).toEqual(datasets.map(({ id }) => `/static/${id}.json`));
    const ways = new Intl.ListFormat('en-GB').format(ServiceInterface.shape.protocol.options);
    expect(section('5.3')).toContain(`(\`interfaces\`: ${ways})`);
  });

  test('the error codes', () => {
    const printed = table('2.8').flatMap(([status, names]) => names!.split(', ').map((code) => [code, status]));
    expect(printed).toEqual(Object.entries(problemKinds).map(([code, { status }]) => [code, String(status)]));
  });

  test('caching and the fields of every answer', () => {
    expect(column('2.10', 1)).toEqual([
      caching.document,
      caching.immutable,
      caching.live(60),
      caching.live(5),
      caching.live(300),
      caching.none,
    ]);
    const [allowed, exposed] = section('2.11').replaceAll('\n', ' ').split('Exposed are');
    const named = (fields: HeaderFields, name: string): string[] => fields[name]!.split(', ');
    expect(codes(allowed!.split('the headers')[1]!)).toEqual(named(preflight(''), 'Access-Control-Allow-Headers'));
    expect(codes(exposed!.split('The resource')[0]!)).toEqual(named(publicCors, 'Access-Control-Expose-Headers'));
    expect(allowed).toContain(`for ${Number(preflight('')['Access-Control-Max-Age']).toLocaleString('en-GB')} seconds`);
    expect(Object.fromEntries(table('2.13'))).toEqual(securityHeaders('https://example.org'));
  });

  test('the limits of a body', () => {
    expect(section('2.14')).toContain(`${REQUEST_BYTES_MAX.toLocaleString('en-GB')} bytes`);
    expect(section('2.14')).toContain(`at most ${JSON_VALUES_MAX.toLocaleString('en-GB')} values`);
    expect(section('2.2')).toContain(`more than ${HEADER_BYTES_MAX / 1_024} KiB together`);
    expect(section('15.5')).toContain(
      `headers are complete within ${HEADER_SECONDS} seconds and the whole request within ${REQUEST_SECONDS}.`,
    );
    expect(section('3.2')).toContain(`nested at most ${MAX_JSON_DEPTH} deep`);
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
    too_many_values: JSON.stringify(Array(JSON_VALUES_MAX).fill(0)),
  };

  test('the problems of a JSON text', () => {
    const found = column('3.2').map((code) => {
      try {
        return parseStrictJson(faulty[code] ?? '', { numbers: 'integers', maxValues: JSON_VALUES_MAX });
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
    const own = Object.fromEntries(
      table('3.4').flatMap(([member, objects]) => objects!.split(', ').map((schema) => [schema, member])),
    );
    expect(own['service.decision-receipt.schema.v1']).toBe('receipt_hash_sha256');
    expect(Object.keys(DecisionReceipt.shape).slice(-2)).toEqual(['receipt_hash_sha256', 'signatures']);
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
    expect(codes(section('4.4'))).toEqual(expect.arrayContaining([...IntakeStatus.options]));
    const [, states = ''] = section('18.3').split('The state is ');
    expect(codes(states).slice(0, 8)).toEqual(Object.entries(taskStates).flatMap(([status, state]) => [state, status]));
    expect(codes(section('19.1')).filter((code) => /^\d{4}-/.test(code))).toEqual(mcpVersions);
  });

  test('side effects and descriptors', () => {
    const [, effects = ''] = /`side_effects`\s\(([^)]*)\)/.exec(section('5.3')) ?? [];
    expect(codes(effects)).toEqual(SideEffects.options);
    expect(table('8.2').map(([field, type]) => ({ field, type }))).toEqual(descriptorFields);
    expect(column('8.2', 1, 1)).toEqual(descriptorSchemas);
  });

  test('the levels of verification and the layers of the map', () => {
    expect(column('6.8')).toEqual(Object.keys(verificationLevelTerms));
    const named = table('6.8', 1).flatMap(([level, checks]) =>
      checks!.split(', ').map((check) => [check, level!.match(/\w+_checked/g) ?? []]),
    );
    expect(named.toSorted()).toEqual(
      Object.entries(checkTerms)
        .map(([check, { supports }]) => [check, supports.toReversed()])
        .toSorted(),
    );
    expect(section('6.10')).toContain(`${layerNames.slice(0, -1).join(', ')} and ${layerNames.at(-1)}; all`);
  });
});
