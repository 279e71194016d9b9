import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkDatasets } from '../dataset-files/check.ts';
import { planPublication } from '../dataset-files/plan-publication.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-texts.ts';
import { datasets } from '../dataset-files/registry.ts';
import { checkAhead } from '../dataset-files/warnings.ts';
import { documentText } from '../domain/json/document-text.ts';
import type { Day } from '../domain/vocabulary/timestamp.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { CommandError } from './terminal.ts';

export interface PublishOptions {
  readonly root: string;
  readonly today: Day;
}

/**
 * Keeps the current state of every dataset as a published version. The log is written last, so a
 * stopped run leaves it unchanged, and the check says what to do.
 * @throws CommandError when the files have problems, or a new version would have a day in the future; then nothing is
 * written.
 */
export const publish = ({ root, today }: PublishOptions): void => {
  const texts = readDatasetTexts(root);
  const { records, problems } = checkDatasets(texts);
  if (problems.length > 0) throw new CommandError(problemReport(problems));
  const documents = datasets.map((dataset) => {
    const document = dataset.build(records[dataset.id]);
    return { id: dataset.id, version: document.version, records: document.records, text: documentText(document) };
  });
  const { fresh, files } = planPublication(documents, texts);
  const ids = new Set(fresh.map(({ id }) => id));
  const changed = Object.entries(records).filter(([id]) => ids.has(id));
  const ahead = checkAhead(Object.fromEntries(changed), texts, today);
  if (ahead.length > 0) throw new CommandError(problemReport(ahead));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const lines = documents.map(
    ({ id, version, records: count }) =>
      `${id}: version ${version}, ${counted(count, 'record')}, ${ids.has(id) ? 'kept as published' : 'already published'}`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
};
