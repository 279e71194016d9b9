import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Observation } from '../domain/observation/observation.ts';
import { Timestamp } from '../domain/vocabulary/timestamp.ts';
import { removeOldDrafts, replaceFile } from '../whole-file.ts';

const RUN_FILE = '.run.json';

/** The note of a running observation, used to resume it after a stop. */
export const RunNote = z.strictObject({
  started_at: Timestamp,
  pid: z.int().min(1),
  /** The selection as command line options. */
  selection: z.string(),
});
export type RunNote = z.infer<typeof RunNote>;

/** A file that is not a valid observation. It is left unchanged. */
export class UnreadableObservation extends Error {
  override readonly name = 'UnreadableObservation';
}

const orIfMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value;
    throw error;
  };

const readText = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(orIfMissing(undefined));

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The observations in a folder. */
export const observationFiles = (folder: string) => {
  const pathOf = (record: string) => join(folder, `${record}.json`);
  const runPath = join(folder, RUN_FILE);
  return {
    /**
     * The observation of a record; undefined when there is none.
     * @throws UnreadableObservation when the file is invalid, so that it is not overwritten.
     */
    async find(record: string): Promise<Observation | undefined> {
      const text = await readText(pathOf(record));
      if (text === undefined) return undefined;
      const parsed = Observation.safeParse(parseJson(text));
      if (!parsed.success || parsed.data.record !== record) {
        throw new UnreadableObservation(
          `${pathOf(record)} is not an observation of ${record}. Restore it from version control, or delete it to start over.`,
        );
      }
      return parsed.data;
    },

    /** Keeps an observation. If the process dies while writing, the earlier one stays. */
    async keep(observation: Observation): Promise<void> {
      await mkdir(folder, { recursive: true });
      await replaceFile(pathOf(observation.record), `${JSON.stringify(observation, null, 2)}\n`);
    },

    /** The note of a run that has not ended, if there is one. */
    async findRun(): Promise<RunNote | undefined> {
      const text = await readText(runPath);
      return text === undefined ? undefined : RunNote.safeParse(parseJson(text)).data;
    },

    async beginRun(note: RunNote): Promise<void> {
      await mkdir(folder, { recursive: true });
      await replaceFile(runPath, `${JSON.stringify(note)}\n`);
    },

    /** Removes the note of the run, and drafts left by killed processes. */
    async endRun(): Promise<void> {
      await removeOldDrafts(folder).catch(orIfMissing(undefined));
      await rm(runPath, { force: true });
    },
  };
};

export type ObservationFiles = ReturnType<typeof observationFiles>;
