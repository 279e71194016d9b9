import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDatasets } from '../../src/dataset-files/check.ts';
import { checkReceipts } from '../../src/dataset-files/check-receipts.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { isDemonstration } from '../../src/domain/receipts/decision-receipt.ts';
import { checkMandateScope } from '../../src/domain/receipts/mandate-scope.ts';

const texts = readDatasetTexts(process.cwd());
const { receipts, problems } = checkReceipts(texts);

test('every shipped receipt is valid and marked as a demonstration', () => {
  expect(problems).toEqual([]);
  expect(receipts.filter(({ receipt }) => !isDemonstration(receipt))).toEqual([]);
  expect(new Set(receipts.map(({ hash }) => hash)).size).toBe(receipts.length);
});

test('there is a receipt for each decision and one whose mandate does not cover it', () => {
  expect(new Set(receipts.map(({ receipt }) => receipt.decision))).toEqual(
    new Set(['accepted', 'rejected', 'escalated']),
  );
  expect(receipts.map(({ receipt }) => checkMandateScope(receipt).result)).toContain('not_covered');
});

test('a broken receipt stops the build with a report that names its file and line', () => {
  const file = 'datasets/decision-receipts/demonstration-rejected.json';
  const broken = { ...texts, [file]: texts[file]!.replace('"decided_at"', '"decided"') };
  expect(() => parseDatasets(broken)).toThrow(/^datasets\/decision-receipts\/demonstration-rejected\.json:4: decided/m);
});

describe('whatever a file holds, its problems are reported and nothing is thrown', () => {
  const file = 'datasets/decision-receipts/any.json';
  const expectReport = (text: string): void => {
    expect(checkReceipts({ [file]: text }).problems.map((problem) => problem.file)).toContain(file);
  };

  test('text and JSON of any kind', () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), expectReport));
  });

  test('arrays nested without end', () => expectReport('['.repeat(100_000)));
});
