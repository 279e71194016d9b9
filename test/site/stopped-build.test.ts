import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildProject, copySmallProject } from '../support/scratch-project.ts';

test('a build stops at a file of public/ that has the address of a document, and names it', async () => {
  const root = await copySmallProject();
  const taken = join(root, 'public/static/status.json');
  await mkdir(dirname(taken), { recursive: true });
  await writeFile(taken, '{}');
  await expect(async () => buildProject(root)).rejects.toThrow(/EEXIST.*static\/status\.json/);
});
