import { z } from 'zod';
import { checkLeftOut, LeftOutFile } from '../domain/datasets/accountability-map/scope.ts';
import { checkSecondReading, SecondReading } from '../domain/datasets/accountability-map/second-reading.ts';
import { FamiliesFile } from '../domain/datasets/governance/families.ts';
import type { DatasetRecord } from '../domain/datasets/record/record.ts';
import { checkWatched, WatchedFile } from '../domain/datasets/record/watched.ts';
import type { RuleProblem } from '../domain/vocabulary/errors.ts';
import { Name, Slug } from '../domain/vocabulary/text.ts';
import type { DatasetProblem } from './problem-report.ts';
import type { FileTexts } from './read-files.ts';
import { checkYamlFile, type RecordProblem } from './yaml-file.ts';

/** The second reading of the map. */
const SECOND_READING_FILE = 'datasets/second-reading.yaml';
/** Cited files, compared with the newest commits of their repositories. */
export const WATCHED_FILE = 'datasets/watched.yaml';
/** What was looked at and is not in the map. */
const LEFT_OUT_FILE = 'datasets/left-out.yaml';
/** Families of decisions, and up to which day each is whole. */
export const FAMILIES_FILE = 'datasets/families.yaml';
/** The words that records share: ecosystems and bodies. */
const KNOWN_WORDS_FILE = 'datasets/known-words.yaml';

/**
 * A file that may be missing and every problem of it. Without the file there is no value. Pure; never throws.
 * @param known the ids of the systems of the map.
 */
const checkOptionalFile = <Value>(
  schema: z.ZodType<Value>,
  file: string,
  rules: (value: Value, known: ReadonlySet<string>) => RuleProblem[],
  texts: FileTexts,
  known: ReadonlySet<string>,
): { value?: Value; problems: DatasetProblem[] } => {
  const text = texts[file];
  return text === undefined ? { problems: [] } : checkYamlFile(schema, file, text, (value) => rules(value, known));
};

/** The files beside the datasets that may be missing. @param known the ids of the systems of the map. */
export const checkOptionalFiles = (texts: FileTexts, known: ReadonlySet<string>) => ({
  secondReading: checkOptionalFile(SecondReading, SECOND_READING_FILE, checkSecondReading, texts, known),
  leftOut: checkOptionalFile(LeftOutFile, LEFT_OUT_FILE, checkLeftOut, texts, known),
  families: checkOptionalFile(FamiliesFile, FAMILIES_FILE, () => [], texts, known),
  watched: checkOptionalFile(WatchedFile, WATCHED_FILE, checkWatched, texts, known),
});

const KnownWords = z.strictObject({ ecosystems: z.array(Slug).min(1), bodies: z.array(Name).min(1) });

/** The members of a record that hold a shared word, and the list that it is in. */
const sharedMembers = { ecosystem: 'ecosystems', body: 'bodies' } as const;

/**
 * The members of records that hold a word which is not in the file of known words, and the problems of that file. Without
 * the file any word will do. Pure; never throws.
 */
export const checkKnownWords = (
  records: Readonly<Record<string, readonly DatasetRecord[]>>,
  texts: FileTexts,
): { unknown: RecordProblem[]; problems: DatasetProblem[] } => {
  const text = texts[KNOWN_WORDS_FILE];
  if (text === undefined) return { unknown: [], problems: [] };
  const { value, problems } = checkYamlFile(KnownWords, KNOWN_WORDS_FILE, text);
  if (value === undefined) return { unknown: [], problems };
  const unknown = Object.entries(sharedMembers).flatMap(([member, list]) => {
    const known = new Set<unknown>(value[list]);
    return Object.entries(records).flatMap(([dataset, entries]) =>
      entries.flatMap((record): RecordProblem[] => {
        const word = (record as Readonly<Record<string, unknown>>)[member];
        if (word === undefined || known.has(word)) return [];
        const message = `"${String(word)}" is not a known ${member}; expected a word of ${KNOWN_WORDS_FILE}, or a new line there`;
        return [{ dataset, id: record.id, path: [member], message }];
      }),
    );
  });
  return { unknown, problems };
};
