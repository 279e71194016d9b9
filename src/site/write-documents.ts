import { takeDatasets } from '../dataset-files/load.ts';
import { loadPublishedFiles, takeDatasetFiles } from '../dataset-files/load-published-files.ts';
import { listDocumentFiles } from './catalogue.ts';
import { writeFiles } from './write-files.ts';

export { takeDatasetFiles, takeDatasets };

/**
 * Writes every prebuilt document into the folder of a build, but the files of the datasets, which are there already or are being
 * written. Astro's request, answer and file for each take several times as long.
 * @returns the paths of all documents, with a slash in front.
 * @throws Error when a document breaks its own schema, or when there is a file at its address.
 */
export const writeDocuments = async (folder: string): Promise<string[]> => {
  const files = await listDocumentFiles();
  const written = new Set((await loadPublishedFiles(import.meta.env.SITE)).files.map(({ path }) => path));
  await writeFiles(
    folder,
    files.filter(({ path }) => !written.has(path)),
  );
  return files.map(({ path }) => path);
};
