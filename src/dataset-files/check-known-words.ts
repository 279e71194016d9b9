import { z } from 'zod';
import type { DatasetRecord } from '../domain/datasets/record/record.ts';
import { findMeantWord } from '../domain/vocabulary/nearest-word.ts';
import { Name, Slug } from '../domain/vocabulary/text.ts';
import type { FileTexts, MendedRecord } from './check.ts';
import { type DatasetProblem, memberProblem } from './problem-report.ts';
import { type DatasetId, datasets } from './registry.ts';
import { checkYamlFile, findLine } from './yaml-file.ts';

/** The words that records share: ecosystems and bodies. */
export const KNOWN_WORDS_FILE = 'datasets/known-words.yaml';

const KnownWords = z.strictObject({ ecosystems: z.array(Slug).min(1), bodies: z.array(Name).min(1) });

/** The members that hold such a word, and the list that it is in. */
const sharedMembers = [
  { member: 'ecosystem', list: 'ecosystems', noun: 'ecosystem' },
  { member: 'body', list: 'bodies', noun: 'body' },
] as const;

/**
 * The members of records that hold a word which is not in the file, with one that is where it is near, and the
 * problems of the file itself. Without the file any word will do. Pure; never throws.
 * @param mended the records that their schema refuses.
 */
export const checkKnownWords = (
  records: Readonly<Record<DatasetId, readonly DatasetRecord[]>>,
  mended: Readonly<Record<DatasetId, readonly MendedRecord[]>>,
  texts: FileTexts,
): DatasetProblem[] => {
  const text = texts[KNOWN_WORDS_FILE];
  if (text === undefined) return [];
  const { value, problems } = checkYamlFile(KnownWords, KNOWN_WORDS_FILE, text);
  if (value === undefined) return problems;
  return sharedMembers.flatMap(({ member, list, noun }) => {
    const known = new Set<string>(value[list]);
    return datasets.flatMap(({ id, folder }) => {
      const others = mended[id].filter(({ isWrong }) => !isWrong([member])).map(({ record }) => record);
      return [...records[id], ...others].flatMap((record) => {
        const word = (record as Readonly<Record<string, unknown>>)[member];
        if (typeof word !== 'string' || known.has(word)) return [];
        const file = `${folder}/${record.id}.yaml`;
        const meant = findMeantWord(word, known);
        const nearest = meant === undefined ? '' : `, for instance the nearest one, "${meant}"`;
        const message = `"${word}" is not a known ${noun}; expected a word of ${KNOWN_WORDS_FILE}${nearest}, or a new line there`;
        return memberProblem(file, (path) => findLine(texts[file] ?? '', path))({ path: [member], message });
      });
    });
  });
};
