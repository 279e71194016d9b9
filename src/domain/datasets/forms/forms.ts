import { atomForm } from './atom-feed.ts';
import { changesForm } from './changes.ts';
import { croissantForm } from './croissant.ts';
import { csvForm } from './csv.ts';
import type { DescribingForm, Form, PartForm, WholeForm } from './form.ts';
import { documentForm, recordForm } from './json-document.ts';
import { jsonFeedForm } from './json-feed.ts';
import { ndjsonForm } from './ndjson.ts';
import { parquetForm } from './parquet.ts';
import { tableForms } from './tables.ts';
import { versionForm } from './version.ts';

/** The forms that are one file, in the order in which they are listed. To add one: a file in this folder and an entry here. */
export const wholeForms: readonly WholeForm[] = [
  documentForm,
  ndjsonForm,
  csvForm,
  parquetForm,
  jsonFeedForm,
  atomForm,
];

/** The forms with many files. */
const partForms: readonly PartForm[] = [versionForm, recordForm, changesForm, ...tableForms];

/** The forms that describe the files of a dataset. */
export const describingForms: readonly DescribingForm[] = [croissantForm];

/** Every form of a dataset (SPEC.md §6.3). */
export const forms: readonly Form[] = [...wholeForms, ...partForms, ...describingForms];

/** The forms that contain the entries, in the order in which they are listed. */
export const entryForms = wholeForms.filter(({ holds }) => holds === 'entries');

/** The form of that name. @throws when there is none. */
export const formOf = (format: string): WholeForm => wholeForms.find((form) => form.format === format)!;

const parameterPatterns: Readonly<Record<string, string>> = { sha256: '[0-9a-f]{64}' };

const patterns = forms.map((form) => ({
  form,
  pattern: new RegExp(
    `^${form.path.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, (_, name: string) => `(${parameterPatterns[name] ?? '[^/]+'})`)}$`,
  ),
}));

/** The form of a path, with the dataset and the value of the second placeholder; undefined for any other path. */
export const findForm = (path: string): { form: Form; dataset: string; name: string } | undefined => {
  for (const { form, pattern } of patterns) {
    const [, dataset, name = ''] = pattern.exec(path) ?? [];
    if (dataset !== undefined) return { form, dataset, name };
  }
  return undefined;
};
