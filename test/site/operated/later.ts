import { readFileSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ObservatoryRecord } from '../../../src/domain/datasets/observatory/record.ts';
import { verificationLevelTerms } from '../../../src/domain/datasets/observatory/terms.ts';
import { call } from '../../support/call.ts';
import { type OperatedProject, SITE_URL } from '../../support/operated-project.ts';
import { buildProject } from '../../support/scratch-project.ts';
import { BUILT_SERVER, newFolder, type RunningServer, startServer } from '../../support/server.ts';

const ID = 'on-evm';
const page = `verified-agent-observatory/${ID}`;
/** What of `src/pages` makes what the tests of the later build look at. */
const LOOKED_AT = new Set(['[dataset]', 'data', 'index.astro', 'static', 'verified-agent-observatory.astro']);
const wordsOf = (markup: string): string =>
  markup
    .replaceAll(/<\/?time>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Tests of what is shown when a check counts no more. @param project the project, once it is observed and built. */
export const testLater = (project: () => OperatedProject): void => {
  let later: string;
  let running: RunningServer;
  let until: string;
  let afterwards: string;
  const at = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
  const dayAfter = (): Date => new Date(Date.parse(until) + 86_400_000);

  beforeAll(async () => {
    const { record } = JSON.parse(at(project().folder, `data/verified-agent-observatory/records/${ID}.json`)) as {
      record: ObservatoryRecord;
    };
    const basis = record.verification_basis!;
    until = basis.counts_until!;
    afterwards = verificationLevelTerms[basis.afterwards!].label;
    const root = await newFolder();
    await cp(project().root, root, { recursive: true, verbatimSymlinks: true });
    running = await startServer({ SITE_URL }, BUILT_SERVER, root);
    // Half of the time of a build goes to these, and nothing here leads to them.
    for (const name of await readdir(join(root, 'src/pages')))
      if (!LOOKED_AT.has(name)) await rm(join(root, 'src/pages', name), { recursive: true });
    later = buildProject(root, { SITE_URL, SOURCE_DATE_EPOCH: String(dayAfter().getTime() / 1000) });
  });

  afterAll(() => running.end());

  test('a service goes on answering from its own build when another one is made in the same folder', async () => {
    for (const [address, file] of [
      ['/', 'index.html'],
      ['/static/status.json', 'static/status.json'],
      ['/errors', 'errors.html'],
      [`/${page}`, `${page}.html`],
    ] as const)
      expect((await call(running.url + address)).text).toBe(at(project().folder, file));
    for (const [address, status] of [
      ['/find?q=registry', 200],
      [`/receipts/${'0'.repeat(64)}`, 404],
      ['/agent-accountability-map/compare', 200],
      ['/adjudicator-evidence-pack/pack', 303],
      ['/intake', 200],
      ['/intake/none', 404],
      ['/agent-acceptance-anchor', 200],
    ] as const)
      expect([address, (await call(running.url + address)).status]).toEqual([address, status]);
  });

  test('pages of a later build show no level that rests on a check that counts no more', () => {
    expect(wordsOf(at(project().folder, `${page}.html`))).toContain(`Counts until ${until}, then: ${afterwards}`);
    const words = wordsOf(at(later, `${page}.html`));
    expect(words).toContain(`Rests on ${afterwards} (level`);
    expect(at(project().folder, 'verified-agent-observatory.html')).toContain('data-level="onchain_checked"');
    for (const list of ['verified-agent-observatory.html', 'index.html'])
      expect(at(later, list)).not.toMatch(/data-level="onchain_checked"|level=onchain_checked/);
  });

  test('the data keep the level of their version, with the day until which it counts', () => {
    for (const path of ['static/verified-agent-observatory.json', 'data/verified-agent-observatory.csv'])
      expect(at(later, path)).toBe(at(project().folder, path));
  });
};
