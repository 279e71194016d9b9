import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtSchemas, KEPT_SCHEMAS, readSchemas, rulesSaidLater, usesOf } from './published-schemas.ts';
import { breakingChanges } from './schema-compatibility.ts';

// Run at a release, after the build. The names of schemas that were never released may follow: they are kept anew.
mkdirSync(KEPT_SCHEMAS, { recursive: true });
const anew = new Set(process.argv.slice(2));
const built = builtSchemas();
const kept = new Map([...readSchemas(KEPT_SCHEMAS)].filter(([id]) => !anew.has(id)));
const broken = breakingChanges(kept, built, usesOf(built)).filter((change) => !rulesSaidLater.includes(change));
if (broken.length > 0) {
  process.stderr.write(`Nothing is kept, since released schemas are broken:\n${broken.join('\n')}\n`);
  process.exit(1);
}
for (const [id, schema] of built)
  writeFileSync(join(KEPT_SCHEMAS, `${id}.json`), `${JSON.stringify(schema, null, 2)}\n`);
process.stdout.write(`${built.size} schemas kept.\n`);
