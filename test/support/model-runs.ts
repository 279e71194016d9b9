import type { Parameters } from 'fast-check';

const { MODEL_RUNS = '1', MODEL_SEED: seed, MODEL_PATH: path } = process.env;

/**
 * How often a model is run: `MODEL_RUNS` times as often as usual, for instance each night. A failure prints its seed and
 * path; `MODEL_SEED` and `MODEL_PATH` run exactly that again.
 */
export const modelRuns = (usual: number): Parameters<unknown> => ({
  numRuns: usual * Number(MODEL_RUNS),
  ...(seed === undefined ? {} : { seed: Number(seed) }),
  ...(path === undefined ? {} : { path }),
});

/** How long a model may run, in milliseconds. */
export const MODEL_TIME_LIMIT = 240_000 * Number(MODEL_RUNS);
