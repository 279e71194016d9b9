import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LoadedDatasets } from '../dataset-files/load.ts';
import type { WrittenDataset } from '../dataset-files/written-dataset.ts';

/** The thread of `dataset-thread.ts`. Its answers come in this order, each once; where the thread fails, they throw its error. */
export interface DatasetThread {
  readonly read: () => Promise<LoadedDatasets>;
  /** Has the files of the datasets written into a folder. */
  readonly write: (folder: string) => Promise<readonly WrittenDataset[]>;
  /** Waits until the large ones have compressed copies, too. */
  readonly compressed: () => Promise<void>;
}

/**
 * Starts the thread that reads the datasets and makes their files for a base address. With ten thousand records and nothing else
 * on two processors, a build took 55 s instead of 70 s; where others keep one of them busy, it gains nothing.
 */
export const startDatasetThread = (siteUrl: string): DatasetThread => {
  const thread = new Worker(new URL('./dataset-thread.ts', import.meta.url), { workerData: siteUrl });
  const messages = on(thread, 'message');
  const next = async <Message>(): Promise<Message> => ((await messages.next()).value as [Message])[0];
  return {
    read: next,
    write: (folder) => {
      thread.postMessage(folder);
      return next();
    },
    compressed: next,
  };
};
