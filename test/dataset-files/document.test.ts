import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkDatasets } from '../../src/dataset-files/check.ts';
import { readVersions, textOfVersion } from '../../src/dataset-files/published-versions.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import type { DatasetRecord } from '../../src/domain/datasets/record/record.ts';

const texts = readDatasetTexts(process.cwd());
const { records } = checkDatasets(texts);

interface AnyDocument {
  readonly records: number;
  readonly version: string;
  readonly last_modified: string;
  readonly content_hash_sha256: string;
  readonly counts: Record<string, unknown> & {
    present: number;
    withdrawn: number;
  };
  readonly entries: readonly DatasetRecord[];
}

const withKeysReversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withKeysReversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, withKeysReversed(member)]),
  );
};

describe.each(datasets.map((dataset) => [dataset.id, dataset] as const))('the document of %s', (id, dataset) => {
  const rows: readonly DatasetRecord[] = records[id];
  const build = (some: readonly DatasetRecord[]) => dataset.build(some) as unknown as AnyDocument;
  const document = build(rows);
  const bytes = JSON.stringify(document);

  test('is the same bytes whatever the order of files and members', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...rows], { minLength: rows.length }), (shuffled) => {
        expect(JSON.stringify(build(shuffled))).toBe(bytes);
      }),
      { numRuns: 5 },
    );
    const read = (withKeysReversed(rows) as unknown[]).map((row) => dataset.record.parse(row));
    expect(JSON.stringify(build(read))).toBe(bytes);
  });

  test('has a content hash that anyone can recompute from the served bytes', () => {
    const served = JSON.parse(bytes) as AnyDocument;
    const hash = createHash('sha256').update(canonicalize(served.entries)!).digest('hex');
    expect(served.content_hash_sha256).toBe(hash);
  });

  test('has dates that are in its records and counts that add up', () => {
    const days = rows.flatMap(({ changes, withdrawn_on }) => [...changes.map(({ on }) => on), withdrawn_on ?? '']);
    expect(document.version).toBe(days.toSorted().at(-1));
    expect(document.last_modified).toBe(document.version);
    expect(document.records).toBe(rows.length);
    expect(document.counts.present + document.counts.withdrawn).toBe(rows.length);
    for (const name of ['by_kind', 'by_verification_level', 'by_status', 'by_decision_type', 'by_outcome_status']) {
      const counts = document.counts[name] as Record<string, number> | undefined;
      if (counts) expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(document.counts.present);
    }
  });

  test('keeps a withdrawn record as a tombstone that only its own count includes', () => {
    const [first, ...others] = rows;
    const tombstone = { ...first!, withdrawn_on: '2099-01-01', withdrawn_reason: 'For this test.' };
    const after = build([tombstone, ...others]);
    expect(after.records).toBe(rows.length);
    expect(after.counts).toMatchObject({ present: rows.length - 1, withdrawn: 1 });
    expect(after.last_modified).toBe('2099-01-01');
    expect(after.entries.find((entry) => entry.id === first!.id)).toMatchObject({ withdrawn_on: '2099-01-01' });
  });

  test('is accepted by another validator under its JSON Schema, and so is every version that was ever published', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(z.toJSONSchema(dataset.document, { io: 'input' }));
    expect(validate(JSON.parse(bytes)), ajv.errorsText(validate.errors)).toBe(true);
    expect(validate({ ...JSON.parse(bytes), entries: [{ id: 'x' }] })).toBe(false);
    for (const version of readVersions(id, texts)) {
      expect(validate(JSON.parse(textOfVersion(version))), ajv.errorsText(validate.errors)).toBe(true);
    }
  });
});

test('decisions are ordered by date and id, undated ones last', () => {
  const memory = datasets.find(({ id }) => id === 'governance-decision-memory')!;
  const { entries } = memory.build(records['governance-decision-memory']) as unknown as {
    entries: { id: string; decided_on?: string }[];
  };
  const dates = entries.map(({ decided_on }) => decided_on ?? '~');
  expect(dates).toEqual(dates.toSorted());
  expect(dates.filter((date) => date === '~').length).toBeGreaterThan(0);
});
