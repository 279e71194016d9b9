import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDatasets } from '../../src/dataset-files/check.ts';
import { loadAgent, loadDocuments } from '../../src/dataset-files/load.ts';
import { problemReport } from '../../src/dataset-files/problem-report.ts';
import { publishedFiles, readLog } from '../../src/dataset-files/published-versions.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-texts.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import { findTokenOfBadge, isConcordiumAccount } from '../../src/domain/chains/concordium-reference.ts';
import { eventsOf } from '../../src/domain/datasets/record/record.ts';

const root = join(import.meta.dirname, '../..');
const texts = readDatasetTexts(root);
const { records, problems } = checkDatasets(texts);
const documents = loadDocuments();
const log = readLog(texts);

describe('the published records', () => {
  test('have no problem', () => {
    expect(problems, problemReport(problems)).toEqual([]);
  });

  test.each(datasets.map(({ id }) => id))('%s keeps every id that was ever published', (id) => {
    const present = new Set(records[id].map((record) => record.id));
    const published = JSON.parse(texts[publishedFiles.last(id)]!) as { entries: { id: string }[] };
    expect(log[id]!.at(-1)!.records).toBe(published.entries.length);
    expect(published.entries.filter((known) => !present.has(known.id))).toEqual([]);
  });

  test.each(datasets.map(({ id }) => id))('%s gives every record a source and the day it came in', (id) => {
    const lacking = records[id].filter(
      (record) => record.sources.length === 0 || eventsOf(record)[0]?.kind !== 'added',
    );
    expect(lacking.map((record) => record.id)).toEqual([]);
  });

  test('nothing is above “documented by the registry” without a check that passed on a day', () => {
    const above = records['verified-agent-observatory'].filter(({ verification_level }) =>
      ['maintainer_checked', 'onchain_checked'].includes(verification_level),
    );
    expect(above.filter(({ verifiable }) => !verifiable.some(({ result, on }) => result === 'pass' && on))).toEqual([]);
  });

  test('the checks that are said to have passed offline pass here too', () => {
    const passed = records['verified-agent-observatory'].flatMap(({ id, verifiable, identity }) =>
      verifiable
        .filter(({ check, result }) => result === 'pass' && ['account_checksum', 'badge_decode'].includes(check))
        .map(({ check }) => {
          const account = identity.find((one) => one.account?.startsWith('ccd:'))?.account?.split(':')[2] ?? '';
          const badge = identity.find((one) => one.asset_id?.includes('cis-2:'))?.asset_id?.split('cis-2:')[1] ?? '';
          return check === 'account_checksum' ? [id, isConcordiumAccount(account)] : [id, findTokenOfBadge(badge)];
        }),
    );
    expect(passed).toContainEqual([
      'concordium-token-484',
      { contract: { index: 10082, subindex: 0 }, tokenId: '484' },
    ]);
    expect(passed).toContainEqual(['gregers-dev', true]);
    expect(passed.filter(([, found]) => found === false || found === undefined)).toEqual([]);
  });

  test('the agent is a demonstration and claims no registration', () => {
    const agent = loadAgent();
    expect(agent).toMatchObject({ demonstration: true });
    expect(agent.registration).toBeUndefined();
    expect(agent.notice).toMatch(/demonstration/);
  });
});

describe('what the bundler loads', () => {
  test.each(datasets)('$id holds the records that are on disk', (dataset) => {
    expect(JSON.stringify(documents[dataset.id])).toBe(JSON.stringify(dataset.build(records[dataset.id])));
    expect(documents[dataset.id].records).toBe(
      Object.keys(texts).filter((file) => file.startsWith(`${dataset.folder}/`)).length,
    );
  });
});
