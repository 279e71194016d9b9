import { datasets } from '../dataset-files/registry.ts';
import { describedByPackage, formPath, type WebLink } from '../domain/datasets/forms/form.ts';
import { findForm, wholeForms } from '../domain/datasets/forms/forms.ts';
import { datasetPaths } from '../domain/datasets/forms/paths.ts';
import { DATA_LICENSE_URL } from '../domain/datasets/record/dataset.ts';

const written = ({ path, rel, type }: WebLink): string =>
  `<${path}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`;

const license: WebLink = { path: DATA_LICENSE_URL, rel: 'license' };

/** The forms that are one file, as alternates of the form at this path. */
const alternates = (dataset: string, path: string): WebLink[] =>
  wholeForms
    .map((form) => ({ path: formPath(form, dataset), rel: 'alternate', type: form.mediaType }))
    .filter((link) => link.path !== path);

const linksOf = (path: string): readonly WebLink[] => {
  const shown = datasets.find(({ id }) => datasetPaths(id).page === path);
  if (shown) return [...alternates(shown.id, path), describedByPackage];
  const { form, dataset, name } = findForm(path) ?? {};
  if (form === undefined || dataset === undefined || !datasets.some(({ id }) => id === dataset)) return [];
  const others = wholeForms.some((one) => one === form) ? alternates(dataset, path) : [];
  return [...others, ...form.links(dataset, name ?? '')];
};

/**
 * The Link field (RFC 8288) of the page or a file of a dataset (SPEC.md §6.3). Addresses are relative to the requested one.
 * Undefined for every other address.
 */
export const dataLinks = (path: string): string | undefined => {
  const links = linksOf(path);
  return links.length === 0 ? undefined : [...links, license].map(written).join(', ');
};

/** The Content-Type of a form of a dataset; undefined for every other address. */
export const dataContentType = (path: string): string | undefined => {
  const form = findForm(path)?.form;
  return (
    form && [form.mediaType, form.isBinary ? '' : 'charset=utf-8', form.mediaTypeParameter].filter(Boolean).join('; ')
  );
};
