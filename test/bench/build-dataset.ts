/** Builds one dataset of synthetic records in every form; prints the processor time in milliseconds and the most memory in MB. */
import { buildDatasetFiles } from '../../src/dataset-files/build-dataset-files.ts';
import { checkDataset } from '../../src/dataset-files/check.ts';
import { accountabilityMap } from '../../src/domain/datasets/accountability-map/record.ts';
import { syntheticRecords } from './synthetic-records.ts';

const PUBLISHER = { siteUrl: 'http://localhost:4321', tagAuthority: 'localhost,2026-11-20' };
const texts = await syntheticRecords(Number(process.argv[2]));

/** Milliseconds of processor time: others on the machine count less in it than on the clock. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const began = spent();
const { records, problems } = checkDataset(accountabilityMap, texts);
if (problems.length > 0) throw new Error(`${problems.length} problems: ${problems[0]!.message}`);
const document = accountabilityMap.build(records);
const neverPublished = () => Promise.resolve({ kept: false, earlier: [] });
const { all } = await buildDatasetFiles(accountabilityMap, document, neverPublished, PUBLISHER);
// Each file is made and let go, as if it were written.
const bytes = all.reduce((sum, { content }) => sum + content().length, 0);
console.log(
  JSON.stringify({ milliseconds: spent() - began, megabytes: process.resourceUsage().maxRSS / 1024, written: bytes }),
);
