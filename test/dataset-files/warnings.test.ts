import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDatasets } from '../../src/dataset-files/check.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { checkWarnings } from '../../src/dataset-files/warnings.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const root = smallDatasets();
const folder = join(root, 'datasets/verified-agent-observatory');
const template = readFileSync(join(folder, 'example-agent.yaml'), 'utf8');

const warnings = (text: string, today: string) => {
  writeFileSync(join(folder, 'example-agent.yaml'), text);
  const texts = readDatasetTexts(root);
  const { records, problems } = checkDatasets(texts);
  expect(problems).toEqual([]);
  return checkWarnings({ 'verified-agent-observatory': records['verified-agent-observatory'] }, texts, today);
};
const fields = (found: ReturnType<typeof warnings>) => found.map(({ field }) => field);

describe('warnings', () => {
  test('a day after tomorrow gives a warning, also in a withdrawn record and from what `observe` added', () => {
    const tombstone = `${template}withdrawn_on: 2026-01-31\nwithdrawn_reason: It ended.\n`;
    for (const text of [template, tombstone]) {
      expect(fields(warnings(text, '2026-01-30'))).toEqual([]);
      expect(warnings(text, '2026-01-29')).toMatchObject([
        {
          field: 'compiled_on',
          message: '2026-01-31 is in the future; expected tomorrow (2026-01-30, UTC) or an earlier day',
        },
      ]);
    }
    warnings(template, '2026-02-01');
    const texts = readDatasetTexts(root);
    const [record] = checkDatasets(texts).records['verified-agent-observatory'];
    const observed = {
      ...record!,
      changes: [...record!.changes, { on: '2026-03-03', kind: 'changed' as const, note: '' }],
    };
    const found = checkWarnings({ 'verified-agent-observatory': [observed] }, texts, '2026-02-01');
    expect(fields(found)).toEqual(['changes']);
  });

  test('a passed check gives a warning from the day after the last one on which it counts', () => {
    expect(fields(warnings(template, '2026-07-30'))).toEqual([]);
    expect(warnings(template, '2026-07-31')).toMatchObject([
      {
        field: 'verifiable[0]',
        message: 'registry_owner passed on 2026-01-31 and counts until 2026-07-30 for the level; run it again',
      },
    ]);
    const tombstone = `${template}withdrawn_on: 2026-01-31\nwithdrawn_reason: It ended.\n`;
    expect(warnings(tombstone, '2026-07-31')).toEqual([]);
  });

  test('high confidence gives a warning from 181 days on after a source was read, at the one read first', () => {
    const read = 'retrieved: 2026-01-31';
    const high = template.replace(/^confidence: .*/m, 'confidence: high').replace(read, 'retrieved: 2026-01-30');
    expect(fields(warnings(high, '2026-07-29'))).toEqual([]);
    expect(warnings(high, '2026-07-30')).toMatchObject([
      {
        field: 'sources[0].retrieved',
        message: '2026-01-30 is over 180 days ago, and confidence is high; read 1 source again',
      },
    ]);
    for (const other of [
      high.replace('confidence: high', 'confidence: medium'),
      `${high}withdrawn_on: 2026-01-31\nwithdrawn_reason: It ended.\n`,
    ])
      expect(warnings(other, '2026-07-30')).toEqual([]);
  });
});
