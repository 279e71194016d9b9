import { describe, expect, test } from 'vitest';
import { datasets } from '../src/dataset-files/registry.ts';
import { call, post } from './support/call.ts';
import { asAdmin } from './support/chain-double/settings.ts';
import { bodies, describedService, SITE } from './support/contract.ts';
import { anchorBudget, intakeFields, interfaceEndpoints, interfacePages } from './support/interface.ts';
import { expectProblem } from './support/problem.ts';

const service = describedService();
const { example, expectValid, schemaOf } = service;

describe('every endpoint of the interface', () => {
  test.each(interfaceEndpoints)(
    '$method $path answers $status with what its schema says',
    async ({ method, path, status }) => {
      expect(service.openapi.paths[path]?.[method.toLowerCase()]?.responses).toHaveProperty(String(status));
      const url = await example(path);
      const answer = method === 'GET' ? await call(url) : await post(url, bodies[path], asAdmin);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expectValid(answer, schemaOf(method, path, status));
    },
  );
});

describe('every page of the interface', () => {
  test.each(interfacePages)('$path is HTML', async ({ path, noindex }) => {
    const answer = await call(service.url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-robots-tag')).toBe(noindex ? 'noindex, nofollow' : null);
    expect(/<meta name="robots" content="noindex, nofollow"/.test(answer.text)).toBe(noindex);
  });
});

test('the intake request has the fields, kinds and bounds of the interface', () => {
  const schema = service.openapi.components.schemas['service.intake-request.v1'] as {
    required: string[];
    properties: Record<string, Record<string, unknown>>;
  };
  expect(schema.required).toEqual(intakeFields.required);
  expect(schema.properties['kind']!['enum']).toEqual(intakeFields.kind);
  expect(schema.properties['body']).toMatchObject(intakeFields.body);
  expect(Object.keys(schema.properties).toSorted()).toEqual(['body', 'contact', 'from', 'kind']);
});

test('every document says that it is fine and which schema it follows, but the agent card, whose shape is A2A’s', async () => {
  for (const { path } of interfaceEndpoints.filter(({ method }) => method === 'GET')) {
    const { json } = await call(await example(path));
    if (path.includes('agent-card')) expect(json).not.toHaveProperty('ok');
    else expect(json).toMatchObject({ ok: true, schema: schemaOf('GET', path, 200) });
  }
});

test('the agent card is the same bytes at both well-known addresses', async () => {
  const [ours, theirs] = await Promise.all(
    ['service-agent-card', 'agent-card'].map((name) => call(`${service.url}/.well-known/${name}.json`)),
  );
  expect(ours!.text).toBe(theirs!.text);
  expect(ours!.headers.get('etag')).toBe(theirs!.headers.get('etag'));
});

test('a demonstration claims no registration, in no file', async () => {
  for (const name of ['agent-registration', 'concordium-agent-card'])
    expectProblem(await call(`${service.url}/.well-known/${name}.json`), 'not_found');
});

test('the status gives the hash of the bytes that each dataset is served as', async () => {
  const status = (await call(`${service.url}/static/status.json`)).json as {
    datasets: { id: string; address: string; sha256: string; records: number }[];
  };
  expect(status.datasets.map(({ id }) => id)).toEqual(datasets.map(({ id }) => id));
  for (const { address, sha256, records } of status.datasets) {
    const answer = await call(address.replace(SITE, service.url));
    expect(answer.headers.get('etag')).toMatch(new RegExp(`^"${sha256}`));
    expect(answer.json['entries']).toHaveLength(records);
  }
});

test('the snapshot holds status, capabilities and intake as they are served alone, and how the process runs', async () => {
  const snapshot = (await call(`${service.url}/api/snapshot`)).json;
  expect(snapshot['status']).toEqual((await call(`${service.url}/static/status.json`)).json);
  expect(snapshot['capabilities']).toEqual((await call(`${service.url}/static/capabilities.json`)).json);
  expect(Object.keys(snapshot['intake'] as object)).toEqual(
    Object.keys((await call(`${service.url}/api/intake/summary`)).json),
  );
  const manifest = (await call(`${service.url}/api/agent-acceptance-kit/manifest`)).json;
  expect(snapshot['runtime']).toMatchObject({
    store_reachable: true,
    live_anchoring_enabled: true,
    stored_anchor_count: manifest['stored_anchor_count'],
  });
});

test('the anchor manifest has the budget of the interface', async () => {
  const answer = await call(`${service.url}/api/agent-acceptance-kit/manifest`);
  expect(answer.json).toMatchObject({ schema: 'service.agent-acceptance-anchor.manifest.v1', budget: anchorBudget });
  expectValid(answer, 'service.agent-acceptance-anchor.manifest.v1');
});

test('the capability map lists every operation of the OpenAPI document and nothing else', async () => {
  const { operations } = (await call(`${service.url}/static/capabilities.json`)).json as {
    operations: { method: string; path: string; id: string }[];
  };
  const described = Object.entries(service.openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  );
  expect(operations.map(({ method, path, id }) => `${method} ${path} ${id}`).toSorted()).toEqual(described.toSorted());
});

test('every refusal satisfies the problem schema', async () => {
  for (const answer of [
    await call(`${service.url}/api/nowhere`),
    await post(`${service.url}/api/intake`, {}),
    await call(`${service.url}/api/intake`, { method: 'DELETE' }),
  ]) {
    expectValid(answer, 'service.problem.v1');
  }
});

test('the example of every request in the OpenAPI document is answered with success', async () => {
  for (const [path, { post: operation }] of Object.entries(service.openapi.paths)) {
    if (operation === undefined) continue;
    const example = operation.requestBody?.content['application/json']!.example;
    expect(example, `${path} has an example`).toBeDefined();
    const answer = await post(service.url + path, example, asAdmin);
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  }
});

type Schema = Readonly<Record<string, unknown>>;

const resolved = (schema: Schema): Schema => {
  const id = (schema['$ref'] as string | undefined)?.replace('#/components/schemas/', '');
  return id === undefined ? schema : { ...service.openapi.components.schemas[id], ...schema, $ref: undefined };
};

/** Values that break one bound of a schema each, made of one that keeps all of them. */
function* breaking(schema: Schema, value: unknown, place = ''): Generator<readonly [string, unknown]> {
  const {
    type,
    properties = {},
    required = [],
    items,
    ...bounds
  } = resolved(schema) as Schema & {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  };
  const [first] = Array.isArray(value) ? (value as unknown[]) : [];
  const broken: Readonly<Record<string, (bound: number) => unknown>> = {
    maxLength: (most) => 'x'.repeat(most + 1),
    minLength: () => '',
    maximum: (most) => most + 1,
    minimum: (least) => least - 1,
    maxItems: (most) => Array(most + 1).fill(first),
    minItems: () => [],
    enum: () => 'none of them',
    const: () => 'not it',
    pattern: () => '\u2028',
    additionalProperties: () => ({ ...(value as object), unheard_of: 1 }),
  };
  if (type !== undefined) yield [`${place} type`, type === 'array' ? {} : []];
  for (const [name, breakIt] of Object.entries(broken))
    if (bounds[name] !== undefined) yield [`${place} ${name}`, breakIt(Number(bounds[name]))];
  for (const name of required) yield [`${place}/${name} required`, { ...(value as object), [name]: undefined }];
  for (const [name, member] of Object.entries((value ?? {}) as object) as [string, unknown][])
    if (properties[name] !== undefined)
      for (const [what, inner] of breaking(properties[name], member, `${place}/${name}`))
        yield [what, { ...(value as object), [name]: inner }];
  if (items !== undefined && first !== undefined)
    for (const [what, inner] of breaking(items as Schema, first, `${place}/0`)) yield [what, [inner]];
}

test('a body that breaks any bound of the schema of its address is refused at its place, with a status and a code that are described there', async () => {
  const problems: string[] = [];
  let sent = 0;
  for (const [path, { post: operation }] of Object.entries(service.openapi.paths)) {
    if (operation?.requestBody === undefined) continue;
    const { schema, example: body } = operation.requestBody.content['application/json']!;
    for (const [what, broken] of breaking(schema, body)) {
      const { status, json } = await post(service.url + path, broken as object, asAdmin);
      const described = operation.responses[String(status)] as { 'x-error-codes'?: readonly string[] } | undefined;
      sent += 1;
      if (![400, 413, 422].includes(status) || !described?.['x-error-codes']?.includes(String(json['code'])))
        problems.push(`${path}${what}: ${status} ${String(json['code'])}`);
      const [place] = what.split(' ') as [string];
      const named = (json['errors'] as { pointer: string }[] | undefined)?.map(({ pointer }) => pointer) ?? [];
      // The schema of a verdict is one value, which is judged whole.
      if (json['code'] === 'invalid_request' && !named.includes(place) && !place.endsWith('/json_schema'))
        problems.push(`${path}${what}: names ${named.join()}`);
    }
  }
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThan(200);
});
