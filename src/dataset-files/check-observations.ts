import { type Observation, OBSERVATIONS_FOLDER, parseObservation } from '../domain/observation/observation.ts';
import { type DatasetProblem, fileProblem } from './problem-report.ts';
import type { FileTexts } from './read-files.ts';

/**
 * The kept observations by the id of their record, and a problem for every file that is not an
 * observation of a known record. Pure; never throws.
 */
export const checkObservations = (
  texts: FileTexts,
  known: ReadonlySet<string>,
): { observations: ReadonlyMap<string, Observation>; problems: DatasetProblem[] } => {
  const observations = new Map<string, Observation>();
  const problems: DatasetProblem[] = [];
  for (const file of Object.keys(texts).filter((one) => one.startsWith(`${OBSERVATIONS_FOLDER}/`))) {
    const id = file.slice(OBSERVATIONS_FOLDER.length + 1).replace(/\.json$/, '');
    const observation = parseObservation(texts[file]!, id);
    if (observation === undefined)
      problems.push(fileProblem(file, 'is not the observation that its name says; expected what `observe` writes'));
    else if (!known.has(id))
      problems.push(fileProblem(file, 'is about a record that is not in the observatory; expected one that is'));
    else observations.set(id, observation);
  }
  return { observations, problems };
};
