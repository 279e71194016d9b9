import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ObservatoryRecord } from '../../../src/domain/datasets/observatory/record.ts';
import { verificationLevelTerms } from '../../../src/domain/datasets/observatory/terms.ts';
import { filesBelow } from '../../../src/server/built-files.ts';
import { call } from '../../support/call.ts';
import { type OperatedProject, SITE_URL } from '../../support/operated-project.ts';
import { buildProject } from '../../support/scratch-project.ts';
import { BUILT_SERVER, newFolder, type RunningServer, startServer } from '../../support/server.ts';

const ID = 'on-evm';
const page = `verified-agent-observatory/${ID}`;
const wordsOf = (markup: string): string =>
  markup
    .replaceAll(/<\/?time>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/**
 * Tests of a build of the same project in another folder, after the day until which a check counts.
 * @param project the project, once it is observed and built.
 */
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
    const settings = { SITE_URL, CARD_KEY_FILE: project().cardKey };
    later = buildProject(root, { ...settings, SOURCE_DATE_EPOCH: String(dayAfter().getTime() / 1000) });
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

  test('a build of the same inputs in another folder gives the same bytes, but for what pages say of checks on its day', () => {
    const files = filesBelow(later);
    expect(filesBelow(project().folder)).toEqual(files);
    expect(files.length).toBeGreaterThan(500);
    const bytes = (folder: string, file: string) => readFileSync(join(folder, file));
    const different = files.filter((file) => !bytes(later, file).equals(bytes(project().folder, file)));
    expect(different.filter((file) => !/^verified-agent-observatory(\/[\w-]+)?\.html$/.test(file))).toEqual([]);
  });
};
