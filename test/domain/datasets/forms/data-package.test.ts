import { expect, test } from 'vitest';
import { datasets } from '../../../../src/dataset-files/registry.ts';
import { buildDataPackage } from '../../../../src/domain/datasets/forms/data-package.ts';

test('a data package has the files that are text, whatever their form is called, and says no encoding of others', () => {
  const [dataset] = datasets;
  const form = (format: string, media_type: string) =>
    ({ format, media_type, address: `https://a.example/data/x.${format}`, bytes: 1, sha256: 'ab'.repeat(32) }) as never;
  const forms = [
    form('csv', 'text/csv'),
    form('ndjson', 'application/x-ndjson'),
    form('arrow', 'application/vnd.apache.arrow.file'),
    form('atom', 'application/atom+xml'),
  ];
  const indexed = { id: 'x', title: 'X', description: 'Y', version: '2026-11-22', forms, tables: [] } as never;
  const { resources } = buildDataPackage([{ dataset: dataset!, indexed }], 'https://a.example');
  expect(resources.map(({ format }) => format)).toEqual(['csv', 'ndjson']);
});
