import { checkDatasets } from '../dataset-files/check.ts';
import { problemReport, warningReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-files.ts';
import { datasets } from '../dataset-files/registry.ts';
import { checkWarnings } from '../dataset-files/warnings.ts';
import type { Day } from '../domain/vocabulary/timestamp.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { printable } from './terminal.ts';

export interface CheckOptions {
  readonly root: string;
  readonly today: Day;
}

/** Prints the problems of all files, which give exit code 1, or else what there is, with warnings. */
export const check = ({ root, today }: CheckOptions): void => {
  const texts = readDatasetTexts(root);
  const { records, receipts, keys, problems } = checkDatasets(texts);
  if (problems.length > 0) {
    process.stderr.write(`${printable(problemReport(problems))}\n`);
    process.exitCode = 1;
    return;
  }
  const warnings = checkWarnings({ ...records }, texts, today);
  const lines = [
    ...datasets.map(({ id }) => `${id}: ${counted(records[id].length, 'record')}`),
    `decision-receipts: ${counted(receipts.length, 'receipt')}`,
    `keys: ${counted(keys.length, 'key')}`,
  ];
  process.stdout.write(
    `${[...lines, ...(warnings.length > 0 ? [warningReport(warnings)] : [])].join('\n')}\nNo problems.\n`,
  );
};
