import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { checkDataset } from '../../src/dataset-files/check.ts';
import { checkKeysFile } from '../../src/dataset-files/check-keys.ts';
import { checkReceipts } from '../../src/dataset-files/check-receipts.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import { anyText } from '../support/any-text.ts';

const RECEIPT = 'datasets/decision-receipts/any.json';
const published = readDatasetTexts(process.cwd());

describe.each(datasets.map((dataset) => [dataset.id, dataset] as const))('the check of %s', (_, dataset) => {
  const file = `${dataset.folder}/any.yaml`;
  const check = (text: string) => checkDataset(dataset, { [file]: text });

  test('answers any text with problems at lines of the file and never throws', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { records, problems } = check(text);
        const lines = text.split(/\r\n|\r|\n/).length;
        expect(records).toEqual([]);
        expect(problems.length).toBeGreaterThan(0);
        for (const { line } of problems) expect(line >= 1 && line <= lines + 1).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('answers any value with problems and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(check(stringify(value)).problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  test('reports a record with any line removed, or finds it still valid', () => {
    const [name, text] = Object.entries(published).find(([path]) => path.startsWith(`${dataset.folder}/`))!;
    const lines = text.split('\n');
    for (let at = 0; at < lines.length - 1; at += 1) {
      const { records, problems } = checkDataset(dataset, { [name]: lines.toSpliced(at, 1).join('\n') });
      expect(records.length + problems.length).toBeGreaterThan(0);
    }
  });
});

test.each([
  ['keys', 'datasets/keys.yaml', (text: string) => checkKeysFile({ 'datasets/keys.yaml': text })],
  ['receipts', RECEIPT, (text: string) => checkReceipts({ [RECEIPT]: text })],
] as const)('the check of %s answers any text with problems of its file and never throws', (_, file, check) => {
  const expectProblems = (text: string): void => {
    expect(check(text).problems.map((problem) => problem.file)).toContain(file);
  };
  fc.assert(fc.property(fc.oneof(anyText, fc.json()), expectProblems));
  expectProblems('['.repeat(100_000));
});
