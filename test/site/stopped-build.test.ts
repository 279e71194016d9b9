import { globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildProject, copySmallProject } from '../support/scratch-project.ts';

test('a build stops at a file of public/ that has the address of a document, and names it', async () => {
  const root = await copySmallProject();
  // It stops before a page is made, and compiling them all would take longer than the rest of it.
  const pages = join(root, 'src/pages');
  for (const page of globSync('**/*.astro', { cwd: pages })) if (page !== '404.astro') await rm(join(pages, page));
  const taken = join(root, 'public/static/status.json');
  await mkdir(dirname(taken), { recursive: true });
  await writeFile(taken, '{}');
  await expect(async () => buildProject(root)).rejects.toThrow(/EEXIST.*static\/status\.json/);
});
