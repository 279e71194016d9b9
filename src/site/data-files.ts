import { loadPublishedFiles } from '../dataset-files/load-published-files.ts';
import { datasets } from '../dataset-files/registry.ts';
import { type Form, formPath } from '../domain/datasets/forms/form.ts';
import { forms } from '../domain/datasets/forms/forms.ts';
import type { Dataset } from '../domain/datasets/record/dataset.ts';
import { documentFiles, type DocumentInstance } from '../http/document.ts';

const operationName = (id: string): string =>
  id.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/** The entry of a form of a dataset in the API reference. One entry represents all of its files. */
const listed = (dataset: Dataset, form: Form): DocumentInstance => {
  const { name, ...listing } = form.listing(dataset);
  const parameter = 'parameter' in form ? form.parameter : undefined;
  return {
    ...listing,
    id: `get${operationName(dataset.id)}${name}`,
    tag: 'Datasets',
    mediaType: form.mediaType,
    path: formPath(form, dataset.id, parameter && `{${parameter.name}}`),
    params: {},
    ...(parameter && { parameters: { [parameter.name]: parameter } }),
  };
};

const documents = datasets.flatMap((dataset) => forms.map((form) => listed(dataset, form)));

/** The route `[...path]` in a folder of the pages: every file whose path begins with the folder. */
export const formRoute = (folder: string) =>
  documentFiles(
    documents.filter(({ path }) => path!.startsWith(folder)),
    async () =>
      (await loadPublishedFiles(import.meta.env.SITE)).files
        .filter(({ path }) => path.startsWith(folder))
        .map((file) => ({ params: { path: file.path.slice(folder.length) }, content: () => file })),
  );
