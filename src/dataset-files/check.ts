import type { z } from 'zod';
import type { AgentFacts } from '../domain/agent/agent.ts';
import { accountabilityMap } from '../domain/datasets/accountability-map/record.ts';
import type { SecondReading } from '../domain/datasets/accountability-map/second-reading.ts';
import { completeRecords } from '../domain/datasets/observatory/complete.ts';
import { observatory, type ObservatoryFile } from '../domain/datasets/observatory/record.ts';
import { checkLinks } from '../domain/datasets/record/links.ts';
import type { DatasetRecord } from '../domain/datasets/record/record.ts';
import type { PublicKey } from '../domain/keys/public-key.ts';
import { type Observation, OBSERVATIONS_FOLDER } from '../domain/observation/observation.ts';
import { namesTarget } from '../domain/observation/observation-targets.ts';
import type { PublishedReceipt } from '../domain/receipts/published-receipt.ts';
import { problemIf, type RuleProblem } from '../domain/vocabulary/errors.ts';
import { AGENT_FILE, checkAgent } from './check-agent.ts';
import { checkFileRules } from './check-file-rules.ts';
import { checkKeysFile } from './check-keys.ts';
import { checkKnownWords } from './check-known-words.ts';
import { checkObservations } from './check-observations.ts';
import { checkReceipts } from './check-receipts.ts';
import { checkSecondReadingFile } from './check-second-reading.ts';
import { touches } from './mend-value.ts';
import { type DatasetProblem, fileProblem, memberProblem, problemReport } from './problem-report.ts';
import { checkPublished } from './published-versions.ts';
import { type DatasetId, datasets, type Records } from './registry.ts';
import { checkYamlFile, findLine } from './yaml-file.ts';

/** File texts by path from the root of the project, with forward slashes. */
export type FileTexts = Readonly<Record<string, string>>;

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');

const fileNameProblem = (folder: string, file: string): string | undefined => {
  const name = file.slice(folder.length + 1);
  if (name.includes('/')) return 'is in a folder of its own; expected every record directly in its dataset';
  if (!name.endsWith('.yaml')) return 'is not a record; expected a file that ends in .yaml';
  return /^[a-z0-9]+(-[a-z0-9]+)*\.yaml$/.test(name)
    ? undefined
    : 'has a name that is not an id; expected lower-case letters and digits joined by single hyphens';
};

const hasId =
  (id: string) =>
  (record: DatasetRecord): RuleProblem[] =>
    problemIf(record.id !== id, ['id'], `is "${record.id}"; expected the name of the file, ${id}`);

/** A record that its schema refuses or that has another id than its file, mended so that its links and words can be checked. */
export interface MendedRecord {
  readonly record: DatasetRecord;
  /** Whether the schema refuses this member, or one above or below it. */
  readonly isWrong: (path: readonly PropertyKey[]) => boolean;
}

/**
 * The records of one dataset and every problem of its files: names, syntax, members, and the rules of
 * single records. Records that satisfy their schema and have the id of their file are returned even when they break a
 * rule, and the others mended, so that their links can be checked. Pure; never throws.
 */
export const checkDataset = <R extends DatasetRecord>(
  dataset: { readonly folder: string; readonly file: z.ZodType<R>; checkRecord(file: R): RuleProblem[] },
  texts: FileTexts,
): { records: R[]; mended: MendedRecord[]; problems: DatasetProblem[] } => {
  const files = Object.keys(texts)
    .filter((file) => file.startsWith(`${dataset.folder}/`))
    .toSorted();
  const records: R[] = [];
  const refused: MendedRecord[] = [];
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
    const checked = checkYamlFile(dataset.file, file, texts[file]!);
    const { value, mended } = checked;
    problems.push(...checked.problems, ...checkFileRules(file, checked, hasId(id)));
    problems.push(...checkFileRules(file, checked, (record) => dataset.checkRecord(record)));
    const record = value ?? mended?.value;
    if (value?.id === id) records.push(value);
    // The file gives the id that is meant, so that its problems are found in it.
    else if (record) refused.push({ record: { ...record, id }, isWrong: (path) => touches(path, mended?.wrong ?? []) });
  }
  return { records, mended: refused, problems };
};

const idsIn = (folder: string, texts: FileTexts): Set<string> =>
  new Set(
    Object.keys(texts)
      .filter((file) => file.startsWith(`${folder}/`))
      .map(idOf),
  );

/** The valid content of `datasets/`. */
export interface DatasetContent {
  readonly records: Records;
  readonly receipts: PublishedReceipt[];
  readonly observations: ReadonlyMap<string, Observation>;
  readonly keys: readonly PublicKey[];
  /** The second reading of the map; absent when there was none. */
  readonly secondReading?: SecondReading;
  readonly agent: AgentFacts;
}

/**
 * Everything under `datasets/`: records, receipts, observations, the public keys, the second reading,
 * the facts about the agent, and all problems, including links between records and conflicts with published records. Pure; never throws.
 */
export const checkDatasets = (
  texts: FileTexts,
): Omit<DatasetContent, 'agent'> & { agent?: AgentFacts; problems: DatasetProblem[] } => {
  const checked = datasets.map((dataset) => {
    const { records, mended, problems } = checkDataset(dataset, texts);
    return { id: dataset.id, records, mended, problems };
  });
  const mended = Object.fromEntries(checked.map((one) => [one.id, one.mended])) as Record<DatasetId, MendedRecord[]>;
  const known = new Map(datasets.map(({ id, folder }) => [id, idsIn(folder, texts)]));
  const { observations, problems: ofObservations } = checkObservations(texts, known.get(observatory.id)!);
  const records = Object.fromEntries<readonly DatasetRecord[]>(
    checked.map(({ id, records: files }) => [
      id,
      id === observatory.id
        ? completeRecords(files as ObservatoryFile[], (record) => observations.get(record)?.results ?? [], namesTarget)
        : files,
    ]),
  ) as Records;
  const together = datasets.flatMap((dataset) =>
    (dataset.checkTogether?.(records[dataset.id]) ?? []).map((problem) => ({ ...problem, dataset: dataset.id })),
  );
  const ids = Object.fromEntries(known);
  const ofMended = checked.flatMap(({ id, mended: refused }) =>
    refused.flatMap(({ record, isWrong }) =>
      checkLinks(datasets, records, ids, { [id]: [record] }).filter(({ path }) => !isWrong(path)),
    ),
  );
  const amongRecords = [...checkLinks(datasets, records, ids), ...ofMended, ...together].map(
    ({ dataset, id, path, message }): DatasetProblem => {
      const file = `datasets/${dataset}/${id}.yaml`;
      return memberProblem(file, (at) => findLine(texts[file] ?? '', at))({ path, message });
    },
  );
  const { agent, problems } = checkAgent(texts[AGENT_FILE]);
  const own = [
    ...checked.flatMap((result) => result.problems),
    ...amongRecords,
    ...checkKnownWords(records, mended, texts),
  ];
  const filesWithProblems = new Set([...own, ...ofObservations].map(({ file }) => file));
  const isSound = (folder: string, { id }: DatasetRecord): boolean =>
    ![`${folder}/${id}.yaml`, `${OBSERVATIONS_FOLDER}/${id}.json`].some((file) => filesWithProblems.has(file));
  const published = checkPublished(
    datasets.map(({ id, folder, derived }) => ({
      id,
      folder,
      derived,
      records: records[id].filter((record) => isSound(folder, record)),
      known: known.get(id)!,
    })),
    texts,
  );
  const { receipts, problems: ofReceipts } = checkReceipts(texts);
  const { keys, problems: ofKeys } = checkKeysFile(texts);
  const { secondReading, problems: ofReading } = checkSecondReadingFile(texts, known.get(accountabilityMap.id)!);
  return {
    records,
    receipts,
    observations,
    keys,
    ...(secondReading && { secondReading }),
    ...(agent && { agent }),
    problems: [...own, ...published, ...ofReceipts, ...ofObservations, ...ofKeys, ...ofReading, ...problems],
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
