import { ChainFailure } from '../domain/anchors/chain-failure.ts';

/**
 * Limits the time of some work.
 * @throws ChainFailure node_unavailable when the work takes longer
 */
export const withinLimit = <Result>(milliseconds: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ChainFailure('node_unavailable', { detail: `The answer took longer than ${milliseconds} ms.` })),
      milliseconds,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
