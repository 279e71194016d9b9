import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readFiles } from '../../src/dataset-files/read-files.ts';

/** What of a checkout is fetched, built or an operator's own, and no part of the project. */
const notCopied = new Set(['node_modules', 'dist', 'data', '.git', '.astro', '.env']);

/** A copy of a checkout in a new folder, with its modules. */
export const copyCheckout = (checkout: string): string => {
  const copy = mkdtempSync(join(tmpdir(), 'agent-service-'));
  for (const name of readdirSync(checkout))
    if (!notCopied.has(name)) cpSync(join(checkout, name), join(copy, name), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  return copy;
};

/** What a project publishes about its agent: the texts of its files. */
const aboutAgent = (datasets: string) => [
  ...['agent.yaml', 'keys.yaml'].map((name) => readFileSync(join(datasets, name), 'utf8')),
  readFiles(datasets, 'decision-receipts'),
];

/**
 * The folder of the project that is tested: the checkout, as it is shipped. Where an operator has an agent, keys or receipts of their
 * own, it is a copy with those of `test/sample`, until this process ends: the tests are about the service, not about its agent.
 */
export const testedProject = (checkout: string): string => {
  const sample = join(checkout, 'test/sample');
  if (isDeepStrictEqual(aboutAgent(join(checkout, 'datasets')), aboutAgent(sample))) return checkout;
  const copy = copyCheckout(checkout);
  for (const part of ['decision-receipts', 'observations', 'registered-card.json'])
    rmSync(join(copy, 'datasets', part), { recursive: true, force: true });
  cpSync(sample, join(copy, 'datasets'), { recursive: true });
  return copy;
};
