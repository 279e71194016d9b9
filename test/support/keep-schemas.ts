import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtSchemas, KEPT_SCHEMAS } from './published-schemas.ts';

// Run at a release, after the build and the tests. The test of compatibility compares later builds with what is kept here.
mkdirSync(KEPT_SCHEMAS, { recursive: true });
const built = builtSchemas();
for (const [id, schema] of built)
  writeFileSync(join(KEPT_SCHEMAS, `${id}.json`), `${JSON.stringify(schema, null, 2)}\n`);
process.stdout.write(`${built.size} schemas kept.\n`);
