import { checkSecondReading, SecondReading } from '../domain/datasets/accountability-map/second-reading.ts';
import type { FileTexts } from './check.ts';
import { checkFileRules } from './check-file-rules.ts';
import type { DatasetProblem } from './problem-report.ts';
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
  const checked = checkYamlFile(SecondReading, SECOND_READING_FILE, text);
  const broken = checkFileRules(SECOND_READING_FILE, checked, (reading) => checkSecondReading(reading, known));
  const problems = [...checked.problems, ...broken];
  return problems.length === 0 && checked.value ? { secondReading: checked.value, problems } : { problems };
};
