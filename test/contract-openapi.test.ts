import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../src/http/response-headers.ts';
import { listAddresses } from '../src/server/built-files.ts';
import { type Answer, call, post, postText } from './support/call.ts';
import { asAdmin } from './support/chain-double/settings.ts';
import { bodies, describedService } from './support/contract.ts';
import { type HostedService, hostService } from './support/hosted-service.ts';

const service = describedService();

interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly pattern?: string };
}

const secured = Object.keys(securityHeaders('https://service.example')).map((name) => name.toLowerCase());
/** Fields that every answer may have, whatever it says: connection, content, caching, use from other sites, security. */
const isGeneral = (name: string): boolean =>
  secured.includes(name) ||
  /^(access-control-|cache-control|connection|content-|date|keep-alive|transfer-encoding|vary)/.test(name);

const documents = [...listAddresses(join(import.meta.dirname, '../dist/client')).keys()];

const isConcrete = (path: string): boolean => !path.includes('{');

/** The addresses that a template describes, by the patterns of its parameters. */
const matches = (path: string, parameters: readonly DescribedParameter[] = []): RegExp =>
  new RegExp(
    `^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const pattern = parameters.find((one) => one.in === 'path' && one.name === name)?.schema.pattern;
      return pattern === undefined ? '[^/]+' : `(?:${pattern.replaceAll(/^\^|\$$/g, '')})`;
    })}$`,
  );

const described = (path: string, method: string) =>
  (service.openapi.paths as unknown as Record<string, Record<string, { parameters?: readonly DescribedParameter[] }>>)[
    path
  ]![method]!;

const reads = () => Object.keys(service.openapi.paths).filter((path) => service.openapi.paths[path]!['get']);

/** One served address for each kind of file that a path describes. */
const examplesOf = async (path: string): Promise<string[]> => {
  if (isConcrete(path) || path.startsWith('/api/')) return [await service.example(path)];
  const one = matches(path, described(path, 'get').parameters);
  const concrete = new Set(reads().filter(isConcrete));
  const found = documents.filter((address) => one.test(address) && !concrete.has(address));
  const byKind = Map.groupBy(found, (address) => /\.\w+$/.exec(address)?.[0]);
  return [...byKind.values()].map(([address]) => service.url + address!);
};

/** What an answer has and its description does not say, or the other way around. */
const undescribed = (path: string, method: string, answer: Answer): string[] => {
  const response = service.openapi.paths[path]![method]!.responses[String(answer.status)];
  if (response === undefined) return [`${answer.status} is not described`];
  const { content, headers = {} } = response as { content?: object; headers?: Record<string, unknown> };
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const mediaType = answer.headers.get('content-type')?.split(';')[0];
  return [
    ...(mediaType === undefined || (content && mediaType in content) ? [] : [`${mediaType} is not described`]),
    ...(mediaType === undefined && content ? [`there is no content`] : []),
    ...[...answer.headers.keys()]
      .filter((name) => !isGeneral(name) && !names.has(name))
      .map((name) => `${answer.status}: ${name} is not described`),
    ...['etag', 'repr-digest', 'x-request-id', 'link', 'allow', 'retry-after', 'ratelimit', 'ratelimit-policy']
      .filter((name) => names.has(name) && !answer.headers.has(name))
      .map((name) => `${answer.status}: ${name} is described and not there`),
  ];
};

describe('the OpenAPI document describes', () => {
  let limited: HostedService;
  beforeAll(async () => {
    limited = await hostService({
      RATE_LIMIT_INTAKE: '2/60',
      RATE_LIMIT_PREVIEW: '2/60',
      RATE_LIMIT_READ: '2/60',
    });
  });
  afterAll(() => limited.end());

  test('the media type, fields and tag of every read, and that it may be unchanged', async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const path of reads()) {
      for (const address of await examplesOf(path)) {
        asked++;
        const answers = [
          await call(address),
          await call(address, { method: 'DELETE' }),
          // A snapshot is another one at every moment, so that only `*` names it.
          await call(address, { headers: { 'if-none-match': '*' } }),
        ];
        expect(
          answers.map(({ status }) => status),
          address,
        ).toEqual([200, 405, 304]);
        wrong.push(...answers.flatMap((one) => undescribed(path, 'get', one)).map((what) => `${path}: ${what}`));
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(reads().length - 1);
  });

  test('every file of the data by one path only', () => {
    const templates = reads().filter((path) => !isConcrete(path) && !path.startsWith('/api/'));
    const ambiguous = documents.filter((address) => {
      if (service.openapi.paths[address]) return false;
      return templates.filter((path) => matches(path).test(address)).length > 1;
    });
    expect(ambiguous).toEqual([]);
  });

  test('every program to download, and the checksum of each', () => {
    const programs = documents.filter((address) => /^\/[^/]+\.(mjs|py|tgz)(\.sha256)?$/.test(address));
    const each = ['mjs', 'py', 'tgz'].flatMap((ending) => [`/verify.${ending}`, `/verify.${ending}.sha256`]);
    expect(programs.toSorted()).toEqual(each);
    expect(programs.filter((address) => !service.openapi.paths[address]?.['get'])).toEqual([]);
  });

  test('the answers to every body: accepted, of the wrong type, wrong, and one too many', async () => {
    const wrong: string[] = [];
    const posts = Object.keys(service.openapi.paths).filter((path) => service.openapi.paths[path]!['post']);
    for (const path of posts) {
      const answers = [
        await post(limited.url + path, bodies[path], asAdmin),
        await postText(limited.url + path, 'text', { 'content-type': 'text/plain' }),
        await call(limited.url + path, { method: 'PUT' }),
      ];
      while (answers.at(-1)!.status !== 429 && answers.length < 9) answers.push(await post(limited.url + path, {}));
      expect(answers.at(-1)!.status, path).toBe(429);
      wrong.push(...answers.flatMap((one) => undescribed(path, 'post', one)).map((what) => `${path}: ${what}`));
    }
    const read = '/api/adjudicator/evidence/agent-acceptance/{receipt_hash_sha256}';
    const address = (await service.example(read)).replace(service.url, limited.url);
    const reading = [await call(address), await call(address), await call(address)];
    expect(reading.at(-1)!.status).toBe(429);
    wrong.push(...undescribed(read, 'get', reading.at(-1)!));
    expect([...new Set(wrong)]).toEqual([]);
  });

  test('no constant that a generator cannot write into a program', () => {
    const constants: unknown[] = [];
    JSON.stringify(service.openapi, (key, value: unknown) => {
      if (key === 'const' || key === 'enum') constants.push(...[value].flat());
      return value;
    });
    expect(constants.length).toBeGreaterThan(100);
    // eslint-disable-next-line no-control-regex
    expect(constants.filter((value) => /[\u0000-\u001f\u007f-\u009f]/.test(String(value)))).toEqual([]);
  });

  test('the kind of a request as one that may be left out', () => {
    const { properties, required } = service.openapi.components.schemas['service.intake-request.v1'] as {
      properties: Record<string, object>;
      required: string[];
    };
    expect(required).toEqual(['body']);
    expect(properties['kind']).not.toHaveProperty('default');
    expect(properties['kind']).toMatchObject({ description: expect.stringContaining('`other`') as string });
  });
});

describe('the schemas refuse, like the service,', () => {
  const hash = 'a'.repeat(64);
  const { claim } = bodies['/api/adjudicator/evidence/preview-dispute'] as { claim: object };
  const order = bodies['/api/adjudicator/work-order/preview'] as { acceptance_criteria: object[] };
  const noMust = { ...order, acceptance_criteria: order.acceptance_criteria.map((one) => ({ ...one, must: false })) };
  const receipt = (bodies['/api/adjudicator/evidence/preview-dispute'] as { receipt: object }).receipt;

  test.each<[string, string, object]>([
    ['a dispute about nothing', '/api/adjudicator/evidence/preview-dispute', { claim }],
    [
      'a dispute with a receipt and a hash',
      '/api/adjudicator/evidence/preview-dispute',
      { claim, receipt, receipt_hash_sha256: hash },
    ],
    ['an order without a must', '/api/adjudicator/work-order/preview', noMust],
    ['a run of an order without a must', '/api/adjudicator/work-order/run-preview', { work_order: noMust }],
    [
      'a run with a scenario and evidence of its own',
      '/api/adjudicator/work-order/run-preview',
      { scenario: 'no_evidence', evidence_items: [] },
    ],
    ['an anchor of nothing', '/api/agent-acceptance-kit/anchor-preview', {}],
    [
      'an anchor of a receipt and a hash',
      '/api/agent-acceptance-kit/anchor-preview',
      { receipt, receipt_hash_sha256: hash },
    ],
  ])('%s', async (_, path, body) => {
    expect((await post(service.url + path, body)).status).toBe(400);
    expect(service.isValidBody(path, body)).toBe(false);
    expect(service.isValidBody(path, bodies[path]!)).toBe(true);
  });
});

describe('what the schemas cannot say is a rule of the operation', () => {
  const rulesOf = (path: string) =>
    (service.openapi.paths[path]!['post'] as unknown as { 'x-rules': { code: string; rule: string }[] })['x-rules'];
  const order = bodies['/api/adjudicator/work-order/preview'] as Record<
    'acceptance_criteria' | 'evidence_rules',
    object[]
  >;
  const twice = (name: keyof typeof order) => ({ ...order, [name]: [...order[name], order[name][0]!] });
  const dispute = bodies['/api/adjudicator/evidence/preview-dispute'] as { receipt: { evidence_items: object[] } };
  const [item] = dispute.receipt.evidence_items;

  test.each<[string, object, string]>([
    ['/api/adjudicator/work-order/preview', twice('acceptance_criteria'), 'invalid_request'],
    ['/api/adjudicator/work-order/preview', twice('evidence_rules'), 'invalid_request'],
    ['/api/adjudicator/work-order/run-preview', { work_order: twice('evidence_rules') }, 'invalid_request'],
    [
      '/api/adjudicator/evidence/preview-dispute',
      { ...dispute, receipt: { ...dispute.receipt, evidence_items: [item, item] } },
      'invalid_request',
    ],
    [
      '/api/agent-acceptance-kit/anchor-preview',
      { receipt: { ...dispute.receipt, evidence_items: [item, item] } },
      'invalid_request',
    ],
  ])('%s refuses a body that breaks one, with its code', async (path, body, code) => {
    expect(service.isValidBody(path, body)).toBe(true);
    expect((await post(service.url + path, body)).json).toMatchObject({ code });
    expect(rulesOf(path).map((rule) => rule.code)).toContain(code);
  });

  test('every operation with a body has the rules of all bodies', () => {
    const posts = Object.entries(service.openapi.paths).filter(([, { post: one }]) => one !== undefined);
    for (const [path] of posts)
      expect(
        rulesOf(path).map(({ code }) => code),
        path,
      ).toEqual(expect.arrayContaining(['body_too_large', 'malformed_json']));
  });
});
