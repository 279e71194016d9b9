import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadDocuments } from '../../src/dataset-files/load.ts';
import { loadIndexedDataset } from '../../src/dataset-files/load-published-files.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import { datasetJsonLd } from '../../src/domain/datasets/forms/json-ld.ts';

const SITE = 'https://service.example';

test.each(datasets.map((dataset) => [dataset.id, dataset] as const))(
  '%s describes itself to search engines with the sizes and hashes of its forms',
  (id, dataset) => {
    const forms = loadIndexedDataset(id, SITE);
    const described = JSON.parse(datasetJsonLd(forms, SITE)) as {
      description: string;
      distribution: { contentUrl: string; sha256: string; contentSize: string }[];
    };
    expect(described).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Dataset',
      name: dataset.title,
      url: `${SITE}/${id}`,
      license: 'https://creativecommons.org/licenses/by/4.0/',
      version: forms.version,
      isAccessibleForFree: true,
    });
    // The bounds that search engines display.
    expect(described.description.length).toBeGreaterThanOrEqual(50);
    expect(described.description.length).toBeLessThanOrEqual(5000);
    expect(
      described.distribution.map(({ contentUrl, sha256, contentSize }) => ({ contentUrl, sha256, contentSize })),
    ).toEqual(
      forms.forms.map(({ address, sha256, bytes }) => ({ contentUrl: address, sha256, contentSize: `${bytes} B` })),
    );
  },
);

test('nothing in a description ends the HTML element around it', () => {
  const [{ id }] = datasets as [(typeof datasets)[number]];
  const title = '</script><script>alert(1)</script>';
  expect(datasetJsonLd({ ...loadIndexedDataset(id, SITE), title }, SITE)).not.toContain('<');
});

test.each(datasets.map((dataset) => [dataset.id, dataset] as const))(
  'a withdrawn record of %s stays as a document that says so',
  (id, dataset) => {
    const [first] = loadDocuments()[id].entries;
    const tombstone = { ...first!, withdrawn_on: '2026-11-21', withdrawn_reason: 'For this test.' };
    const entry = dataset.entry.parse(dataset.buildEntry(tombstone)) as object;
    expect(entry).toMatchObject({ ok: true, withdrawn: true, last_modified: '2026-11-21', record: tombstone });
  },
);

test('CITATION.cff cites this version of the software and every dataset', () => {
  const citation = parse(readFileSync('CITATION.cff', 'utf8')) as {
    'cff-version': string;
    version: string;
    license: string;
    references: { type: string; title: string; license: string }[];
  };
  const { version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string; license: string };
  expect(citation).toMatchObject({ 'cff-version': '1.2.0', version, license });
  expect(citation.references.map(({ type, title, license: of }) => ({ type, title, of }))).toEqual(
    datasets.map(({ title }) => ({ type: 'data', title, of: 'CC-BY-4.0' })),
  );
});
