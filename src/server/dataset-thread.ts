/**
 * A thread of the build. It reads and checks `datasets/` while Astro bundles, and makes, writes and compresses the files of
 * the datasets while Astro makes their pages from what it has read.
 */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { loadDatasets } from '../dataset-files/load.ts';
import { buildAllDatasetFiles } from '../dataset-files/load-published-files.ts';
import { describeWritten } from '../dataset-files/written-dataset.ts';
import { writeFiles } from '../site/write-files.ts';
import { writeCompressedCopies } from './compressed-copies.ts';

const build = parentPort!;
const asked = once(build, 'message') as Promise<[string]>;
build.postMessage(loadDatasets());
const datasets = await buildAllDatasetFiles(workerData as string);
const files = datasets.flatMap(({ all }) => all);
const [folder] = await asked;
await writeFiles(
  folder,
  files.map((file) => ({ path: file.path, content: () => file })),
);
build.postMessage(datasets.map(describeWritten));
await writeCompressedCopies(
  folder,
  files.map(({ path }) => path.slice(1)),
);
build.postMessage('compressed');
