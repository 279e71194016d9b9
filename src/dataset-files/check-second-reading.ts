import { checkSecondReading, SecondReading } from '../domain/datasets/accountability-map/second-reading.ts';
import type { FileTexts } from './check.ts';
import { type DatasetProblem, memberProblem } from './problem-report.ts';
import { checkYamlFile } from './yaml-file.ts';

/** Where the second reading of the map stands. */
export const SECOND_READING_FILE = 'datasets/second-reading.yaml';

/**
 * The second reading of the map and every problem of its file. Without the file there is none. Pure; never throws.
 * @param known the ids of the systems of the map.
 */
export const checkSecondReadingFile = (
  texts: FileTexts,
  known: ReadonlySet<string>,
): { secondReading?: SecondReading; problems: DatasetProblem[] } => {
  const text = texts[SECOND_READING_FILE];
  if (text === undefined) return { problems: [] };
  const { value, problems, lineOf } = checkYamlFile(SecondReading, SECOND_READING_FILE, text);
  if (value === undefined) return { problems };
  const broken = checkSecondReading(value, known).map(memberProblem(SECOND_READING_FILE, lineOf));
  return broken.length === 0 ? { secondReading: value, problems: [] } : { problems: broken };
};
