import type { Parameters } from 'fast-check';

/** The environment variables that the models read; CONTRIBUTING.md explains them. */
export const modelVariables = ['MODEL_RUNS', 'MODEL_SEED', 'MODEL_PATH'] as const;
const [times = '1', seed, path] = modelVariables.map((name) => process.env[name]);

/**
 * How often a model is run: `MODEL_RUNS` times as often as usual, for instance each night. A failure prints its seed and
 * path; `MODEL_SEED` and `MODEL_PATH` run exactly that again.
 */
export const modelRuns = (usual: number): Parameters<unknown> => ({
  numRuns: usual * Number(times),
  ...(seed === undefined ? {} : { seed: Number(seed) }),
  ...(path === undefined ? {} : { path }),
});

/** How long a model may run, in milliseconds. */
export const MODEL_TIME_LIMIT = 240_000 * Number(times);
