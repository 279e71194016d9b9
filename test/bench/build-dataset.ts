/** Builds one dataset of synthetic records in every form; prints the processor time in milliseconds and the most memory in MB. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDatasetFiles } from '../../src/dataset-files/build-dataset-files.ts';
import { checkDataset } from '../../src/dataset-files/check.ts';
import { limitHeapGrowth } from '../../src/dataset-files/heap-growth.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-texts.ts';
import { accountabilityMap } from '../../src/domain/datasets/accountability-map/record.ts';
import { measurePieces } from '../../src/domain/json/hash.ts';
import { writeSyntheticRecords } from './synthetic-records.ts';

const PUBLISHER = { siteUrl: 'http://localhost:4321', tagAuthority: 'localhost,2026-11-20' };
const folder = await mkdtemp(join(tmpdir(), 'records-'));
await writeSyntheticRecords(folder, Number(process.argv[2]));

/** Milliseconds of processor time: others on the machine count less in it than on the clock. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** As a build does, which lets the texts go once they are read. */
const load = () => {
  const texts = readDatasetTexts(folder);
  limitHeapGrowth(Object.keys(texts).length);
  const { records, problems } = checkDataset(accountabilityMap, texts);
  if (problems.length > 0) throw new Error(`${problems.length} problems: ${problems[0]!.message}`);
  return accountabilityMap.build(records);
};

const began = spent();
const document = load();
const neverPublished = () => Promise.resolve({ kept: false, earlier: [] });
const { all } = await buildDatasetFiles(accountabilityMap, document, neverPublished, PUBLISHER);
// Each file is made once more and let go, as if it were written.
const bytes = all.reduce((sum, { pieces }) => sum + measurePieces(pieces()).bytes, 0);
await rm(folder, { recursive: true });
console.log(
  JSON.stringify({ milliseconds: spent() - began, megabytes: process.resourceUsage().maxRSS / 1024, written: bytes }),
);
