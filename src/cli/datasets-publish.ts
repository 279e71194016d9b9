import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkDatasets } from '../dataset-files/check.ts';
import { planPublication } from '../dataset-files/plan-publication.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-texts.ts';
import { datasets } from '../dataset-files/registry.ts';
import { documentText } from '../domain/json/document-text.ts';
import { CommandError } from './terminal.ts';

/**
 * Keeps the current state of every dataset as a published version. The log is written last, so a
 * stopped run leaves it unchanged, and the check says what to do.
 * @throws CommandError when the files have problems; then nothing is written.
 */
export const publish = ({ root }: { readonly root: string }): void => {
  const texts = readDatasetTexts(root);
  const { records, problems } = checkDatasets(texts);
  if (problems.length > 0) throw new CommandError(problemReport(problems));
  const documents = datasets.map((dataset) => {
    const document = dataset.build(records[dataset.id]);
    return { id: dataset.id, version: document.version, records: document.records, text: documentText(document) };
  });
  const { fresh, files } = planPublication(documents, texts);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const ids = new Set(fresh.map(({ id }) => id));
  const lines = documents.map(
    ({ id, version, records: count }) =>
      `${id}: version ${version}, ${count} records, ${ids.has(id) ? 'kept as published' : 'already published'}`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
};
