import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DocumentKind } from '../../../src/domain/verification/verification.ts';
import { verifyText } from '../../../src/domain/verification/verify.ts';
import { webSha256 } from '../../../src/domain/verification/web-digest.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'datasets/vectors');
const files = readdirSync(folder).toSorted();

/** In a process of its own, because schemas stay compiled. */
const program = `
  import { readFileSync } from 'node:fs';
  import { z } from 'zod';
  import { compileKinds } from './src/domain/verification/document-kinds.ts';
  import { verifyText } from './src/domain/verification/verify.ts';
  import { webSha256 } from './src/domain/verification/web-digest.ts';
  let compiled = 0;
  compileKinds((schema) => {
    const made = z.compile(schema, { strict: true });
    compiled++;
    return made;
  });
  const results = [];
  for (const file of process.argv.slice(1)) results.push(await verifyText(readFileSync(file), { sha256: webSha256 }));
  console.log(JSON.stringify({ compiled, results }));
`;

test('compiled schemas come to the same results with the same reasons, for every published vector', async () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program, ...files.map((file) => join(folder, file))],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e8 },
  );
  expect(stderr).toBe('');
  const { compiled, results } = JSON.parse(stdout) as { compiled: number; results: unknown[] };
  expect(compiled).toBe(DocumentKind.options.length);
  for (const [index, file] of files.entries())
    expect(results[index], file).toEqual(await verifyText(readFileSync(join(folder, file)), { sha256: webSha256 }));
});
