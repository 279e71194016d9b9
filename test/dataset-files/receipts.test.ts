import { expect, inject, test } from 'vitest';
import { checkDatasets } from '../../src/dataset-files/check.ts';
import { checkReceipts } from '../../src/dataset-files/check-receipts.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { checkMandateScope } from '../../src/domain/receipts/mandate-scope.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const texts = readDatasetTexts(process.cwd());
const { receipts } = checkReceipts(texts);

test('there is a receipt for each decision and one whose mandate does not cover it', () => {
  expect(new Set(receipts.map(({ receipt }) => receipt.decision))).toEqual(
    new Set(['accepted', 'rejected', 'escalated']),
  );
  expect(receipts.map(({ receipt }) => checkMandateScope(receipt).result)).toContain('not_covered');
});

test('the sample that stands in for the agent of an operator is the demonstration that is shipped', () => {
  const shipped = readDatasetTexts(inject('checkout'));
  if (!shipped['datasets/agent.yaml']!.includes('\ndemonstration: true\n')) return;
  for (const file of Object.keys(texts).filter((name) => /^datasets\/(agent\.|decision-receipts\/)/.test(name)))
    expect(shipped[file], `${file} and its copy in test/sample`).toBe(texts[file]);
});

const file = 'datasets/decision-receipts/demonstration-accepted.json';
/** What a receipt is held against, with one record of each dataset. */
const about = {
  ...readDatasetTexts(smallDatasets()),
  ...Object.fromEntries(Object.entries(texts).filter(([name]) => /^datasets\/(keys\.|decision-receipts\/)/.test(name))),
};
const headerWith = (text: string, change: object): string =>
  text.replace(/(?<="protected": ")[^"]+/, (header) => {
    const stated = JSON.parse(Buffer.from(header, 'base64url').toString()) as object;
    return Buffer.from(JSON.stringify({ ...stated, ...change })).toString('base64url');
  });

test.each<[string, (text: string) => string, string]>([
  ['is not over it', (text) => text, 'expected the receipt as it was signed'],
  ['cannot be read', (text) => headerWith(text, { typ: 'JWT' }), 'header that is not understood'],
  ['is by a key that is not listed', (text) => headerWith(text, { kid: 'A'.repeat(43) }), 'keys.yaml does not list'],
])('a receipt that was changed, whose signature %s, stops the build by the line of the signature', (_, sign, words) => {
  const text = sign(texts[file]!.replace('"reason": "', '"reason": "Not '));
  const line = text.slice(0, text.indexOf('"protected"')).split('\n').length - 1;
  expect(checkDatasets({ ...about, [file]: text }).problems).toMatchObject([
    { file, line, field: 'signatures[0]', message: expect.stringContaining(words) },
  ]);
});

test('a receipt with more values than a pack of it could be verified with is refused', () => {
  const receipt = JSON.parse(texts[file]!) as { evidence_items: object[] };
  const item = receipt.evidence_items[0]!;
  const withItems = (count: number) => {
    const evidence_items = Array.from({ length: count }, (_, at) => ({ ...item, id: `item-${at}` }));
    return checkReceipts({ [file]: JSON.stringify({ ...receipt, evidence_items }) }).problems[0]?.message;
  };
  expect(withItems(1_000)).toBeUndefined();
  expect(withItems(2_000)).toContain('expected at most 8000 values in all');
});
