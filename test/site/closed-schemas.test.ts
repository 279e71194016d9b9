import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Schema = Readonly<Record<string, unknown>>;

const built = join(import.meta.dirname, '../../dist/client');
const schemas = new Map(
  readdirSync(join(built, 'schemas'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(built, 'schemas', file), 'utf8')) as Schema,
    ]),
);

/** The identifiers of the schemas that a value refers to, directly or through others. */
const reachedFrom = (value: unknown, seen = new Set<string>()): Set<string> => {
  for (const [, id] of JSON.stringify(value ?? null).matchAll(/"\$ref":"(?:[^"]*\/)?([^/"]+?)(?:\.json)?"/g)) {
    if (seen.has(id!)) continue;
    seen.add(id!);
    reachedFrom(schemas.get(id!), seen);
  }
  return seen;
};

/** The closed objects in a schema, each by its identifier and the members that lead to it. */
const closedIn = (value: unknown, place: string): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { additionalProperties, properties = {}, ...others } = value as Schema & { properties?: object };
  return [
    ...(additionalProperties === false ? [place] : []),
    ...Object.entries(properties).flatMap(([name, member]) => closedIn(member, `${place}/${name}`)),
    ...Object.values(others).flatMap((member) => closedIn(member, place)),
  ];
};

test('of what is answered, only what is hashed, signatures, keys and the agent card are closed (SPEC.md §2.17)', () => {
  const { paths } = JSON.parse(readFileSync(join(built, 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { requestBody?: unknown }>>;
  };
  const sent = reachedFrom(Object.values(paths).flatMap((path) => Object.values(path).map((one) => one.requestBody)));
  const closed = [...schemas].filter(([id]) => !sent.has(id)).flatMap(([id, schema]) => closedIn(schema, id));
  expect(closed).toContain('service.intake-receipt.v1/signatures');
  const hashed =
    /^service\.(decision-receipt\.schema|work-order|pre-work-commitment)\.v1|\.receipt\.v1\/(steps|hashed_objects)/;
  const others = /\/signatures$|^service\.(keys|jwks)\.v1\/keys|^service\.agent-card\.v1/;
  expect(closed.filter((place) => !hashed.test(place) && !others.test(place))).toEqual([]);
});
