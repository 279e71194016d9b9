import { describe, expect, test } from 'vitest';
import { datasetOf, datasets } from '../../src/dataset-files/registry.ts';
import { DATA_LICENSE_URL } from '../../src/domain/datasets/record/dataset.ts';
import { publishedData, sha256, SITE } from '../support/published-data.ts';
import { csvRows } from '../support/rows.ts';

interface Reference {
  readonly '@id': string;
}
interface File extends Reference {
  readonly name: string;
  readonly contentUrl: string;
  readonly contentSize: string;
  readonly encodingFormat: string;
  readonly sha256: string;
}
interface Field extends Reference {
  readonly name: string;
  readonly dataType: string;
  readonly source: { readonly fileObject: Reference; readonly extract: { readonly column: string } };
  readonly references?: { readonly field: Reference };
}
interface RecordSet extends Reference {
  readonly key: readonly Reference[];
  readonly field: readonly Field[];
}
interface Described extends Record<string, unknown> {
  readonly '@context': Record<string, unknown>;
  readonly distribution: readonly File[];
  readonly recordSet: readonly RecordSet[];
}

const { get } = publishedData();
const SPECIFICATION = 'http://mlcommons.org/croissant/1.1';
const ownNames =
  'annotation arrayShape citeAs column containedIn equivalentProperty excludes extract field fileProperty fileObject fileSet format includes isArray isLiveDataset jsonPath key md5 parentField recordSet references regex readLines sdVersion separator source subField transform unArchive value';
const schemaOrgNames =
  'alternateName contentSize contentUrl creator dateCreated dateModified datePublished description distribution encodingFormat inLanguage keywords license name publisher sdLicense sha256 url version';
const namesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
};

describe.each(datasets.map(({ id }) => id))('the Croissant description of %s, by the specification of 1.1,', (id) => {
  const read = async () => {
    const answer = await get(`/data/${id}/croissant.json`);
    return { ...answer, described: answer.json as Described };
  };

  test('names its version, has the context of appendix 1 and every required and recommended property', async () => {
    const { headers, described } = await read();
    expect(headers.get('content-type')).toBe(`application/ld+json; charset=utf-8; profile="${SPECIFICATION}"`);
    const { '@context': context, ...properties } = described;
    expect(context).toMatchObject({
      '@language': 'en',
      '@vocab': 'https://schema.org/',
      sc: 'https://schema.org/',
      cr: 'http://mlcommons.org/croissant/',
      rai: 'http://mlcommons.org/croissant/RAI/',
      dct: 'http://purl.org/dc/terms/',
      conformsTo: 'dct:conformsTo',
      data: { '@id': 'cr:data', '@type': '@json' },
      dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
      examples: { '@id': 'cr:examples', '@type': '@json' },
      ...Object.fromEntries(ownNames.split(' ').map((name) => [name, `cr:${name}`])),
    });
    const known = new Set([...Object.keys(context), ...schemaOrgNames.split(' ')]);
    expect(namesIn(properties).filter((name) => !name.startsWith('@') && !known.has(name))).toEqual([]);
    const organization = { '@type': 'sc:Organization', url: SITE };
    expect(properties).toMatchObject({
      '@type': 'sc:Dataset',
      conformsTo: SPECIFICATION,
      name: id,
      description: datasetOf(id).description,
      license: DATA_LICENSE_URL,
      url: `${SITE}/${id}`,
      creator: organization,
      publisher: organization,
      sdLicense: DATA_LICENSE_URL,
      inLanguage: 'en',
      isLiveDataset: false,
    });
    expect(properties['version']).toMatch(/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/);
    expect(properties['keywords']).not.toEqual([]);
    for (const name of ['dateCreated', 'datePublished', 'dateModified'])
      expect(properties[name], name).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(properties['dateCreated']! <= properties['dateModified']!).toBe(true);
    expect(properties['citeAs']).toMatch(/^@\w+\{/);
  });

  test('describes its files as they are served', async () => {
    const { described } = await read();
    for (const file of described.distribution) {
      const { bytes, headers } = await get(file.contentUrl);
      expect(file).toMatchObject({
        '@type': 'cr:FileObject',
        contentSize: `${bytes.length} B`,
        encodingFormat: headers.get('content-type')!.split(';')[0],
        sha256: sha256(bytes),
      });
    }
    for (const { field } of described.recordSet) {
      const file = described.distribution.find((one) => one['@id'] === field[0]!.source.fileObject['@id'])!;
      const [header] = csvRows((await get(file.contentUrl)).text);
      expect(field.map(({ source }) => source.extract.column)).toEqual(header);
    }
  });

  test('gives each of its parts a name of its own, and every reference leads to one', async () => {
    const { distribution, recordSet } = (await read()).described;
    const fields = recordSet.flatMap(({ field }) => field);
    const ids = [...distribution, ...recordSet, ...fields].map((part) => part['@id']);
    expect(new Set(ids).size).toBe(ids.length);
    const files = new Set(distribution.map((file) => file['@id']));
    expect(fields.filter(({ source }) => !files.has(source.fileObject['@id']))).toEqual([]);
    for (const { '@id': set, key, field } of recordSet) {
      const own = new Set(field.map((one) => one['@id']));
      for (const one of own) expect(one.startsWith(`${set}/`)).toBe(true);
      expect(key).not.toEqual([]);
      expect(key.filter((one) => !own.has(one['@id']))).toEqual([]);
    }
    const joined = fields.filter(({ references }) => references);
    expect(joined.length).toBeGreaterThan(0);
    expect(joined.filter(({ references }) => !ids.includes(references!.field['@id']))).toEqual([]);
  });
});
