import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { checkDatasets } from '../dataset-files/check.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-files.ts';
import type { DatasetRecord } from '../domain/datasets/record/record.ts';
import type { Source } from '../domain/datasets/record/source.ts';
import { areUnpinned } from '../domain/datasets/record/unpinned.ts';
import type { Day } from '../domain/vocabulary/timestamp.ts';
import { findDataset } from './find-dataset.ts';
import { askYes, canAsk, interview } from './interview.ts';
import { CommandError } from './terminal.ts';

export interface NewOptions {
  readonly root: string;
  readonly dataset: string;
  /** Answers given in advance, by member, for instance `sources[0].url`. */
  readonly given: ReadonlyMap<string, string>;
  /** The day on which the record is compiled. */
  readonly today: Day;
}

const FIRST_NOTE = 'First compiled from the sources of this record.';

/** Members that every new record fills in the same way. */
const filledIn = (path: string, today: Day): unknown => {
  if (path === 'compiled_on') return today;
  if (path === 'changes') return [{ on: today, kind: 'added', note: FIRST_NOTE }];
  return undefined;
};

/** Of sources without a commit that stand alone, a record says whether an archive keeps a copy; whoever is not asked has not looked. */
const withArchived = (sources: readonly Source[]): readonly Source[] =>
  areUnpinned(sources) ? sources.map((source) => ({ archived_copy: 'not_searched', ...source })) : sources;

/** A new record is not withdrawn. */
const neverAsked = new Set(['withdrawn_on', 'withdrawn_reason']);

/** The answer when only the return key is pressed. */
const defaultAnswer = (name: string, today: Day): string | undefined => (name === 'retrieved' ? today : undefined);

/**
 * Asks for the members of a record and writes its file. A record with problems is written only on
 * request, and no file is ever overwritten.
 * @throws CommandError that says what is wrong; then nothing was written.
 */
export const newRecord = async (options: NewOptions): Promise<void> => {
  const dataset = findDataset(options.dataset);
  const texts = readDatasetTexts(options.root);
  const earlier = checkDatasets(texts).problems;
  if (earlier.length > 0) throw new CommandError(`${problemReport(earlier)}\nFix these first.`);
  const answered = (await interview(dataset.file, {
    given: options.given,
    filledIn: (path) => filledIn(path, options.today),
    defaultAnswer: (name) => defaultAnswer(name, options.today),
    neverAsked,
    findProblem: (path, value) => {
      const known = `${dataset.folder}/${String(value)}.yaml`;
      return path === 'id' && existsSync(join(options.root, known))
        ? `${known} already exists; an id is never reused`
        : undefined;
    },
  })) as DatasetRecord;
  const record = { ...answered, sources: withArchived(answered.sources) };
  const file = `${dataset.folder}/${record.id}.yaml`;
  const text = stringify(record, { lineWidth: 110 });
  const { problems } = checkDatasets({ ...texts, [file]: text });
  if (problems.length > 0) {
    process.stderr.write(`${problemReport(problems)}\n`);
    // Keeps an hour of answers: the file can be fixed by hand.
    if (!canAsk() || !(await askYes('The record still has problems. Write it anyway and fix it by hand?')))
      throw new CommandError('Nothing was written.');
  }
  await writeFile(join(options.root, file), text, { flag: 'wx' });
  process.stdout.write(
    `${file} is written. ${problems.length === 0 ? 'No problems.' : 'npm run datasets shows what to fix.'}\n`,
  );
};
