import type { App } from '../app.ts';
import type { MapDocument, MapRecord } from '../domain/datasets/accountability-map/record.ts';
import { datasetPaths } from '../domain/datasets/forms/paths.ts';
import { presentOf } from '../domain/datasets/record/record.ts';
import { loadedOnce } from './loaded-once.ts';

/** The systems that fit beside one another. */
export const COMPARED_MAX = 4;

/** A system that can be chosen. */
export interface SystemChoice {
  readonly value: string;
  readonly label: string;
}

/** The systems that a page is asked to show beside one another. */
export interface ComparedSystems {
  /** All that can be chosen, by name. */
  readonly choices: readonly SystemChoice[];
  /** Those that are asked for, in that order, each once; none where something is wrong. */
  readonly systems: readonly MapRecord[];
  readonly problems: readonly string[];
}

const paths = datasetPaths('agent-accountability-map');

const choicesOf = loadedOnce(async ({ prebuilt }): Promise<readonly SystemChoice[]> => {
  const { entries } = (await prebuilt.value(paths.document)) as MapDocument;
  return presentOf(entries).map(({ id, name }) => ({ value: id, label: name }));
});

/** The systems that the members `s` of a query name by their ids; empty ones name none. */
export const findComparedSystems = async (app: App, query: URLSearchParams): Promise<ComparedSystems> => {
  const choices = await choicesOf(app);
  const asked = [...new Set(query.getAll('s').filter((id) => id !== ''))];
  const unknown = asked.filter((id) => !choices.some(({ value }) => value === id)).length;
  const problems = [
    ...(unknown > 0
      ? [
          unknown === 1
            ? 'One of the ids in the address is not that of a system of the map.'
            : `${unknown} of the ids in the address are not those of systems of the map.`,
        ]
      : []),
    ...(asked.length > COMPARED_MAX ? [`At most ${COMPARED_MAX} systems fit beside one another.`] : []),
  ];
  if (problems.length > 0) return { choices, systems: [], problems };
  const systems = await Promise.all(
    asked.map(async (id) => ((await app.prebuilt.value(paths.record(id))) as { record: MapRecord }).record),
  );
  return { choices, systems, problems };
};
