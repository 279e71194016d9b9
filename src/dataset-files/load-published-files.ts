import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PublishedDataset } from '../domain/agent/status.ts';
import { buildScope, ScopeDocument } from '../domain/datasets/accountability-map/scope.ts';
import { buildSecondReading, SecondReadingDocument } from '../domain/datasets/accountability-map/second-reading.ts';
import { changesByDay, type ListedFile, listEvents } from '../domain/datasets/forms/changes.ts';
import { croissantText } from '../domain/datasets/forms/croissant.ts';
import {
  buildDataIndex,
  DataIndex,
  indexDataset,
  type IndexedDataset,
  type PublishedVersion,
} from '../domain/datasets/forms/data-index.ts';
import type { DataManifest } from '../domain/datasets/forms/data-manifest.ts';
import { buildDataPackage, DataPackage } from '../domain/datasets/forms/data-package.ts';
import type { Publisher } from '../domain/datasets/forms/feeds.ts';
import { type Content, tableForms, wholeForms } from '../domain/datasets/forms/forms.ts';
import { dataPaths, datasetPaths, filePath } from '../domain/datasets/forms/paths.ts';
import { FamiliesDocument } from '../domain/datasets/governance/families.ts';
import type { Dataset, DatasetDocument } from '../domain/datasets/record/dataset.ts';
import { WatchedDocument } from '../domain/datasets/record/watched.ts';
import { checkedText, documentText } from '../domain/json/document-text.ts';
import { hashOf } from '../domain/json/hash.ts';
import { schemaId } from '../domain/vocabulary/service.ts';
import {
  loadAgent,
  loadDocuments,
  loadFamilies,
  loadLeftOut,
  loadSecondReading,
  loadVersions,
  loadWatched,
} from './load.ts';
import { mediaTypes } from './media-types.ts';
import { textOfVersion } from './published-versions.ts';
import { type DatasetId, datasets } from './registry.ts';

/** What `astro dev` serves, by path. */
export const contents = new Map<string, Uint8Array<ArrayBuffer>>();

/** The least characters that are written at once: with a write for each of 400,000 rows, 10,000 records took two seconds longer. */
const PIECE = 65_536;

/** The pieces of a text, joined to fewer. */
function* joined(pieces: Iterable<string>): Generator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Where a build writes a file: past Astro, which copies it twice and needs a millisecond for each. Undefined in `astro dev`. */
const builtFile = (path: string): string | undefined => {
  if (typeof BUILD_FOLDER !== 'string') return undefined;
  const file = join(BUILD_FOLDER, path);
  mkdirSync(dirname(file), { recursive: true });
  return file;
};

/** Takes the content of a file, a piece at a time. */
const take = (path: string, content: Content): ListedFile => {
  const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : joined(content);
  const file = builtFile(path);
  const target = file === undefined ? undefined : openSync(file, 'w');
  const kept: Uint8Array[] = [];
  const hash = createHash('sha256');
  let bytes = 0;
  for (const piece of pieces) {
    const part = typeof piece === 'string' ? Buffer.from(piece) : piece;
    hash.update(part);
    bytes += part.length;
    if (target === undefined) kept.push(part);
    else writeFileSync(target, part);
  }
  if (target === undefined) contents.set(path, Buffer.concat(kept));
  else closeSync(target);
  return { path, bytes, sha256: hash.digest('hex') };
};

/** Takes a file under a second path. */
const takeAgain = ({ path, ...listed }: ListedFile, other: string): ListedFile => {
  const file = builtFile(other);
  if (file === undefined) contents.set(other, contents.get(path)!);
  else copyFileSync(builtFile(path)!, file);
  return { ...listed, path: other };
};

/** All published files of one dataset. */
export interface DatasetFiles {
  readonly dataset: Dataset;
  readonly all: readonly ListedFile[];
  /** Their description in the index and on the pages. */
  readonly indexed: IndexedDataset;
}

/** A released version with its document. */
export type ReleasedVersion = PublishedVersion & { readonly text: string };

/**
 * All published files of a dataset with size and hash.
 * @param released the versions of it that were released, oldest first.
 * @throws Error when a document breaks its own schema.
 */
const buildDatasetFiles = (
  dataset: Dataset,
  document: DatasetDocument,
  released: readonly ReleasedVersion[],
  publisher: Publisher,
): DatasetFiles => {
  const { id } = dataset;
  const { siteUrl } = publisher;
  const paths = datasetPaths(id);
  const events = listEvents(document.entries, dataset.nameOf);
  const forms = wholeForms.map(({ format, content }) => {
    const file = take(filePath(format, id), content({ dataset, document, events, ...publisher }));
    return { format, mediaType: mediaTypes[format], file };
  });
  const tables = dataset.tables.map(({ name, description, columns, rowsOf }) => {
    const rows = document.entries.flatMap((record) => rowsOf(record));
    return {
      name,
      description,
      rows: rows.length,
      forms: tableForms.map(({ format, content }) => ({
        format,
        mediaType: mediaTypes[format],
        file: take(filePath(`table_${format}`, id, name), content(columns, rows)),
      })),
    };
  });
  const changes = changesByDay(id, events, siteUrl).map(({ date, path, text }) => ({ date, file: take(path, text) }));
  const whole = forms.find(({ format }) => format === 'json')!.file;
  const { bytes, sha256 } = whole;
  const { version, records } = document;
  const earlier = released.filter((one) => one.sha256 !== sha256).toReversed();
  const indexed = indexDataset(
    dataset,
    {
      forms,
      tables,
      changes,
      versions: [
        { sha256, bytes, version, records, kept: earlier.length < released.length },
        ...earlier.map(({ text: _, ...one }) => ({ ...one, kept: true })),
      ],
    },
    siteUrl,
  );
  return {
    dataset,
    all: [
      ...forms.map(({ file }) => file),
      ...tables.flatMap((table) => table.forms.map(({ file }) => file)),
      take(filePath('croissant', id), croissantText(dataset, indexed, siteUrl)),
      takeAgain(whole, paths.version(sha256)),
      ...earlier.map((one) => take(paths.version(one.sha256), one.text)),
      // The records were checked when their files were read.
      ...document.entries.map((record) => take(paths.record(record.id), documentText(dataset.buildEntry(record)))),
      ...changes.map(({ file }) => file),
    ],
    indexed,
  };
};

/** The manifest of these datasets without signatures (SPEC.md §6.14). @param checksums the list of the hashes of their files. */
const buildManifest = (
  indexed: readonly IndexedDataset[],
  { path, bytes, sha256 }: ListedFile,
  siteUrl: string,
): DataManifest => {
  const manifest = {
    ok: true,
    schema: schemaId('data-manifest'),
    version: indexed.map(({ version }) => version).reduce((newest, one) => (one > newest ? one : newest)),
    checksums: { address: siteUrl + path, bytes, sha256 },
    datasets: indexed.map(({ id, version, forms }) => {
      const form = forms.find(({ format }) => format === 'json')!;
      return { address: form.address, bytes: form.bytes, sha256: form.sha256, id, version };
    }),
  } as const;
  return { ...manifest, manifest_hash_sha256: hashOf(manifest) };
};

const buildAll = (siteUrl: string) => {
  const documents = loadDocuments();
  const publisher = { siteUrl, tagAuthority: loadAgent().tag_authority };
  const each = datasets.map((dataset) => {
    const released = loadVersions(dataset.id).map((one): ReleasedVersion => {
      const { sha256, bytes, version, records } = one;
      return { sha256, bytes, version, records, text: textOfVersion(one) };
    });
    return buildDatasetFiles(dataset, documents[dataset.id], released, publisher);
  });
  const indexed = each.map((one) => one.indexed);
  const document = (
    path: string,
    summary: string,
    schema: Parameters<typeof checkedText>[0]['schema'],
    value: unknown,
  ) => take(path, checkedText({ summary, schema }, value));
  const besides = {
    index: document(dataPaths.index, 'Index of the data', DataIndex, buildDataIndex(indexed, siteUrl)),
    dataPackage: document(dataPaths.dataPackage, 'Data package', DataPackage, buildDataPackage(each, siteUrl)),
    watched: document(dataPaths.watched, 'Sources looked at again', WatchedDocument, loadWatched()),
    scope: document(dataPaths.scope, 'What is in the map', ScopeDocument, buildScope(loadLeftOut())),
    families: document(dataPaths.families, 'Families of decisions', FamiliesDocument, loadFamilies()),
    secondReading: document(
      dataPaths.secondReading,
      'Second reading',
      SecondReadingDocument,
      buildSecondReading(loadSecondReading()),
    ),
  };
  const files = each.flatMap(({ all }) => all);
  // The lines that `sha256sum -c` reads, in the folder that holds data/ and static/.
  const lines = [...files, ...Object.values(besides)]
    .map(({ path, sha256 }) => ({ name: path.slice(1), sha256 }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`);
  const checksums = take(dataPaths.checksums, lines.join(''));
  return { datasets: each, manifest: buildManifest(indexed, checksums, siteUrl) };
};

let loaded: { readonly siteUrl: string; readonly files: ReturnType<typeof buildAll> } | undefined;

/**
 * What the published files of the datasets are, for a base address. The first call writes them; the same object at every call.
 * @throws Error when a dataset file is wrong or a document breaks its own schema.
 */
export const loadPublishedFiles = (siteUrl: string): ReturnType<typeof buildAll> => {
  if (loaded?.siteUrl !== siteUrl) loaded = { siteUrl, files: buildAll(siteUrl) };
  return loaded.files;
};

/** Addresses, sizes and hashes of the forms, versions and changes of one dataset. */
export const loadIndexedDataset = (id: DatasetId, siteUrl: string): IndexedDataset =>
  loadPublishedFiles(siteUrl).datasets.find(({ dataset }) => dataset.id === id)!.indexed;

/** Every dataset with the hash of its published bytes. */
export const publishedDatasets = (siteUrl: string): PublishedDataset[] =>
  loadPublishedFiles(siteUrl).datasets.map(({ indexed: { id, title, records, version, forms } }) => {
    const { address, sha256 } = forms.find(({ format }) => format === 'json')!;
    return { id, title, records, sha256, last_modified: version, address };
  });
