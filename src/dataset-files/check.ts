import type { z } from 'zod';
import type { AgentFacts } from '../domain/agent/agent.ts';
import { accountabilityMap } from '../domain/datasets/accountability-map/record.ts';
import type { LeftOutFile } from '../domain/datasets/accountability-map/scope.ts';
import type { SecondReading } from '../domain/datasets/accountability-map/second-reading.ts';
import type { FamiliesFile } from '../domain/datasets/governance/families.ts';
import { completeRecords } from '../domain/datasets/observatory/complete.ts';
import { observatory } from '../domain/datasets/observatory/observatory.ts';
import type { ObservatoryFile } from '../domain/datasets/observatory/record.ts';
import { checkLinks } from '../domain/datasets/record/links.ts';
import type { DatasetRecord } from '../domain/datasets/record/record.ts';
import { type WatchedFile, withMovedOn } from '../domain/datasets/record/watched.ts';
import type { PublicKey } from '../domain/keys/public-key.ts';
import { isStillAsked } from '../domain/observation/checks.ts';
import type { Observation } from '../domain/observation/observation.ts';
import type { PublishedReceipt } from '../domain/receipts/published-receipt.ts';
import { problemIf, type RuleProblem } from '../domain/vocabulary/errors.ts';
import { checkAgent } from './check-agent.ts';
import { checkKeysFile } from './check-keys.ts';
import { checkObservations } from './check-observations.ts';
import { checkReceipts, checkUnchanged } from './check-receipts.ts';
import { checkKnownWords, checkOptionalFiles } from './check-shared-files.ts';
import { type DatasetProblem, fileProblem, problemReport } from './problem-report.ts';
import { checkPublished } from './published-versions.ts';
import type { FileTexts } from './read-files.ts';
import { datasets, type Records } from './registry.ts';
import { checkYamlFile, placeInRecords } from './yaml-file.ts';

const fileNameProblem = (folder: string, file: string): string | undefined => {
  const name = file.slice(folder.length + 1);
  if (name.includes('/')) return 'is in a folder of its own; expected every record directly in its dataset';
  if (!name.endsWith('.yaml')) return 'is not a record; expected a file that ends in .yaml';
  return /^[a-z0-9]+(-[a-z0-9]+)*\.yaml$/.test(name)
    ? undefined
    : 'has a name that is not an id; expected lower-case letters and digits joined by single hyphens';
};

/** The files of a dataset, in the order of their names. */
const filesIn = (folder: string, texts: FileTexts): string[] =>
  Object.keys(texts)
    .filter((file) => file.startsWith(`${folder}/`))
    .toSorted();

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');

/**
 * The records of one dataset and every problem of its files: names, syntax, members, and the rules of single records.
 * Records that satisfy their schema and have the id of their file are returned even when they break a rule, so that their
 * links can be checked. Pure; never throws.
 */
export const checkDataset = <R extends DatasetRecord>(
  dataset: { readonly folder: string; readonly file: z.ZodType<R>; checkRecord(file: R): RuleProblem[] },
  texts: FileTexts,
): { records: R[]; problems: DatasetProblem[] } => {
  const files = filesIn(dataset.folder, texts);
  const records: R[] = [];
  const problems: DatasetProblem[] = [];
  if (files.length === 0) {
    problems.push(fileProblem(dataset.folder, 'holds no record; expected at least one .yaml file'));
  }
  for (const file of files) {
    const misnamed = fileNameProblem(dataset.folder, file);
    if (misnamed !== undefined) {
      problems.push(fileProblem(file, misnamed));
      continue;
    }
    const id = idOf(file);
    const checked = checkYamlFile(dataset.file, file, texts[file]!, (record) => [
      ...problemIf(record.id !== id, ['id'], `is "${record.id}"; expected the name of the file, ${id}`),
      ...dataset.checkRecord(record),
    ]);
    problems.push(...checked.problems);
    if (checked.value?.id === id) records.push(checked.value);
  }
  return { records, problems };
};

/** The valid content of `datasets/`. */
export interface DatasetContent {
  readonly records: Records;
  readonly receipts: PublishedReceipt[];
  readonly observations: ReadonlyMap<string, Observation>;
  readonly keys: readonly PublicKey[];
  /** The second reading of the map; undefined when there was none. */
  readonly secondReading: SecondReading | undefined;
  /** What was looked at and is not in the map; undefined when nothing was. */
  readonly leftOut: LeftOutFile | undefined;
  /** Families of decisions; undefined when none was described. */
  readonly families: FamiliesFile | undefined;
  /** Cited files that were looked at again; undefined when none was. */
  readonly watched: WatchedFile | undefined;
  readonly agent: AgentFacts;
}

/**
 * Everything under `datasets/`: records, receipts, observations, the public keys, the optional files,
 * the facts about the agent, and all problems, including links between records and conflicts with published records.
 * Records are compared with each other and with what was published where they satisfy their schema. Pure; never throws.
 */
export const checkDatasets = (
  texts: FileTexts,
): Omit<DatasetContent, 'agent'> & { agent: AgentFacts | undefined; problems: DatasetProblem[] } => {
  const checked = datasets.map((dataset) => ({ id: dataset.id, ...checkDataset(dataset, texts) }));
  const known = new Map(datasets.map(({ id, folder }) => [id, new Set(filesIn(folder, texts).map(idOf))]));
  const ofObservations = checkObservations(texts, known.get(observatory.id)!);
  const { observations } = ofObservations;
  const optional = checkOptionalFiles(texts, known.get(accountabilityMap.id)!);
  const read = Object.fromEntries<readonly DatasetRecord[]>(
    checked.map(({ id, records: files }) => [
      id,
      id === observatory.id
        ? completeRecords(files as ObservatoryFile[], (record) => observations.get(record)?.results ?? [], isStillAsked)
        : files,
    ]),
  );
  const records = withMovedOn(read, optional.watched.value) as Records;
  const together = datasets.flatMap((dataset) =>
    (dataset.checkTogether?.(records[dataset.id]) ?? []).map((problem) => ({ ...problem, dataset: dataset.id })),
  );
  const words = checkKnownWords(records, texts);
  const links = checkLinks(datasets, records, Object.fromEntries(known));
  const amongRecords = placeInRecords([...links, ...together, ...words.unknown], texts);
  const published = checkPublished(
    datasets.map((dataset) => ({ dataset, records: records[dataset.id], known: known.get(dataset.id)! })),
    texts,
  );
  const ofReceipts = checkReceipts(texts);
  const ofKeys = checkKeysFile(texts);
  const ofAgent = checkAgent(texts);
  // Keys that have problems themselves show nothing of receipts.
  const changed = ofKeys.problems.length > 0 ? [] : checkUnchanged(ofReceipts.receipts, ofKeys.keys, texts);
  return {
    records,
    receipts: ofReceipts.receipts,
    observations,
    keys: ofKeys.keys,
    secondReading: optional.secondReading.value,
    leftOut: optional.leftOut.value,
    families: optional.families.value,
    watched: optional.watched.value,
    agent: ofAgent.value,
    problems: [...checked, ofObservations, words, ofReceipts, ofKeys, ...Object.values(optional), ofAgent]
      .flatMap(({ problems }) => problems)
      .concat(amongRecords, published, changed),
  };
};

/**
 * The valid content of the files.
 * @throws Error whose message is the full report of all problems.
 */
export const parseDatasets = (texts: FileTexts): DatasetContent => {
  const { agent, problems, ...content } = checkDatasets(texts);
  if (problems.length > 0 || agent === undefined) throw new Error(problemReport(problems));
  return { ...content, agent };
};
