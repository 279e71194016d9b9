import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { addFormats } from './formats.ts';

const definitions = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/a2a/a2a-1.0.1.json'), 'utf8')) as {
    definitions: Record<string, object>;
  }
).definitions;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
for (const [title, definition] of Object.entries(definitions)) {
  const room = ['Struct', 'Timestamp', 'Value'].includes(title) ? 'google.protobuf' : 'lf.a2a.v1';
  ajv.addSchema(definition, `${room}.${title.replaceAll(' ', '')}.jsonschema.json`);
}
/** Holds a value against the JSON Schema that belongs to A2A 1.0.1, which lets no member through that the protocol does not have. */
export const expectOfA2a = (name: string, value: unknown): void => {
  const validate = ajv.getSchema(`lf.a2a.v1.${name}.jsonschema.json`)!;
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
};
