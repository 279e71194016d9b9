import { ChainFailure } from '../domain/anchors/chain-failure.ts';

/**
 * The work, or `node_unavailable` when it has not ended within the limit. The timer is gone
 * when the work ends first.
 * @throws ChainFailure node_unavailable
 */
export const withinLimit = <Result>(milliseconds: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChainFailure('node_unavailable')), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
