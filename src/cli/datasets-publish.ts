import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkDatasets } from '../dataset-files/check.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { planVersion } from '../dataset-files/published-versions.ts';
import { readDatasetTexts } from '../dataset-files/read-files.ts';
import { datasets } from '../dataset-files/registry.ts';
import { checkAhead } from '../dataset-files/warnings.ts';
import type { Day } from '../domain/vocabulary/timestamp.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { CommandError } from './terminal.ts';

export interface PublishOptions {
  readonly root: string;
  readonly today: Day;
}

/**
 * Keeps the current state of every dataset as a published version.
 * @throws CommandError when the files have problems, or a new version would have a day in the future; then nothing is
 * written.
 */
export const publish = ({ root, today }: PublishOptions): void => {
  const texts = readDatasetTexts(root);
  const { records, problems } = checkDatasets(texts);
  if (problems.length > 0) throw new CommandError(problemReport(problems));
  const plans = datasets.map(({ id, build }) => {
    const document = build(records[id]);
    return { id, document, fresh: planVersion(id, document, texts) };
  });
  const changed = plans.flatMap(({ id, fresh }) => (fresh === undefined ? [] : [[id, records[id]] as const]));
  const ahead = checkAhead(Object.fromEntries(changed), texts, today);
  if (ahead.length > 0) throw new CommandError(problemReport(ahead));
  for (const { id, document, fresh } of plans) {
    if (fresh !== undefined) {
      mkdirSync(dirname(join(root, fresh.file)), { recursive: true });
      writeFileSync(join(root, fresh.file), fresh.text);
    }
    process.stdout.write(
      `${id}: version ${document.version}, ${counted(document.records, 'record')}, ${fresh ? `written to ${fresh.file}` : 'already published'}\n`,
    );
  }
};
