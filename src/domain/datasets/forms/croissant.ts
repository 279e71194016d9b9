import { z } from 'zod';
import { checkedText } from '../../json/document-text.ts';
import { Sha256Hex } from '../../json/sha256.ts';
import { schemaId, SERVICE_NAME } from '../../vocabulary/service.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { type ColumnType, recordColumns } from '../record/columns.ts';
import { DATA_KEYWORDS, DATA_LICENSE_URL, type Dataset } from '../record/dataset.ts';
import type { SideTable } from '../record/side-table.ts';
// The JSON-LD context of Croissant 1.1 (appendix 1 of its specification), with the names that mlcroissant misses otherwise (`path`,
// `repeated`, `replace`, `samplingRate`). schema.org is `https` in it, because mlcroissant knows no other.
import croissantContext from './croissant-context.json' with { type: 'json' };
import type { DatasetForm, IndexedDataset } from './data-index.ts';

const dataTypes: Readonly<Record<ColumnType, string>> = {
  string: 'sc:Text',
  array: 'sc:Text',
  date: 'sc:Date',
  integer: 'sc:Integer',
  number: 'sc:Float',
  boolean: 'sc:Boolean',
};

/** The table of the records. */
const RECORDS = 'records';

const CONFORMS_TO = 'http://mlcommons.org/croissant/1.1';

/** /data/{dataset}/croissant.json: its shape is defined by Croissant 1.1, not by this service. */
export const Croissant = z
  .looseObject({
    '@context': z.record(z.string(), z.unknown()),
    '@type': z.literal('sc:Dataset'),
    conformsTo: z.literal(CONFORMS_TO),
    name: z.string(),
    description: z.string(),
    url: z.url(),
    license: z.literal(DATA_LICENSE_URL),
    datePublished: Day,
    distribution: z
      .array(z.looseObject({ '@id': z.string(), contentUrl: z.url(), encodingFormat: z.string(), sha256: Sha256Hex }))
      .min(1),
    recordSet: z.array(z.looseObject({ '@id': z.string(), field: z.array(z.looseObject({})).min(1) })).min(1),
  })
  .meta({
    id: schemaId('croissant'),
    title: 'Croissant description',
    description: 'The tables of a dataset with their files and columns, in the shape of Croissant 1.1.',
  });

const fileObject = (
  table: string,
  { format, address, media_type, bytes, sha256 }: Omit<DatasetForm, 'format'> & { format: string },
) => ({
  '@type': 'cr:FileObject',
  '@id': `${table}.${format}`,
  name: `${table}.${format}`,
  contentUrl: address,
  contentSize: `${bytes} B`,
  encodingFormat: media_type,
  sha256,
});

const recordSet = (
  { name: table, columns, key, references, description }: Omit<SideTable, 'rowsOf'>,
  dataset: string,
) => ({
  '@type': 'cr:RecordSet',
  '@id': table,
  name: table,
  description,
  key: key.map((name) => ({ '@id': `${table}/${name}` })),
  field: columns.map(({ name, type, description: about }) => ({
    '@type': 'cr:Field',
    '@id': `${table}/${name}`,
    name,
    ...(about === undefined ? {} : { description: about }),
    dataType: dataTypes[type],
    source: { fileObject: { '@id': `${table}.csv` }, extract: { column: name } },
    // The specification writes references without `field`; mlcroissant 1.1.0 reads them with it alone.
    ...(references.some((one) => one.columns[0] === name && one.dataset === dataset && !one.table)
      ? { references: { field: { '@id': `${RECORDS}/id` } } }
      : {}),
  })),
});

const tableFormats: ReadonlySet<string> = new Set(['csv', 'parquet']);

/**
 * The description of a dataset in Croissant 1.1: its files with their hashes, and the columns of its tables. A reference
 * to a record of another dataset is not among them, because Croissant knows one dataset, nor is one that several columns
 * make together, because it refers from one field to one other.
 * @throws Error when the description breaks its schema.
 */
export const croissantText = (
  { id, title, description, noun, record, tables }: Dataset,
  indexed: IndexedDataset,
  siteUrl: string,
): string =>
  checkedText(
    { summary: `${title}: Croissant`, schema: Croissant },
    {
      '@context': croissantContext,
      '@type': 'sc:Dataset',
      conformsTo: CONFORMS_TO,
      name: id,
      alternateName: title,
      description,
      url: indexed.page,
      license: DATA_LICENSE_URL,
      sdLicense: DATA_LICENSE_URL,
      keywords: DATA_KEYWORDS,
      creator: { '@type': 'sc:Organization', name: SERVICE_NAME, url: siteUrl },
      publisher: { '@type': 'sc:Organization', name: SERVICE_NAME, url: siteUrl },
      dateCreated: indexed.changes.at(-1)!.date,
      datePublished: indexed.version,
      dateModified: indexed.version,
      // Croissant asks for a version of three numbers.
      version: indexed.version.replaceAll('-', '.').replaceAll('.0', '.'),
      inLanguage: 'en',
      // Each version is described anew, with its own hashes; a live dataset would have neither.
      isLiveDataset: false,
      // As its specification wants it, in BibTeX.
      citeAs: `@misc{${id}-${indexed.version}, title = {{${title}}}, author = {{${SERVICE_NAME}}}, year = {${indexed.version.slice(0, 4)}}, version = {${indexed.version}}, note = {sha256:${indexed.versions[0]!.sha256}}, url = {${indexed.page}}}`,
      distribution: [
        ...indexed.forms.filter(({ format }) => tableFormats.has(format)).map((form) => fileObject(RECORDS, form)),
        ...indexed.tables.flatMap(({ name, forms }) => forms.map((form) => fileObject(name, form))),
      ],
      recordSet: [
        {
          name: RECORDS,
          columns: recordColumns(record),
          key: ['id'],
          references: [],
          description: `The ${noun}s, one a row.`,
        },
        ...tables,
      ].map((table) => recordSet(table, id)),
    },
  );
