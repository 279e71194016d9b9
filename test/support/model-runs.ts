import type { Parameters } from 'fast-check';

/**
 * How often a model is run: `MODEL_RUNS` times as often as usual, for instance each night. A failure prints its seed and
 * path; `MODEL_SEED` and `MODEL_PATH` run exactly that again.
 */
export const modelRuns = (usual: number): Parameters<unknown> => {
  const { MODEL_RUNS: times = '1', MODEL_SEED: seed, MODEL_PATH: path } = process.env;
  return {
    numRuns: usual * Number(times),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path }),
  };
};
