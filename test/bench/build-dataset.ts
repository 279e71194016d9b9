/** Builds one dataset of synthetic records in every form; prints the processor time in milliseconds and the most memory in MB. */
import { checkDataset } from '../../src/datasets/check.ts';
import { csvText, ndjsonText } from '../../src/datasets/csv.ts';
import { accountabilityMap } from '../../src/domain/accountability-map.ts';
import { buildAtomFeed } from '../../src/domain/atom-feed.ts';
import { buildChanges, listEvents } from '../../src/domain/change-feed.ts';
import { checkedText, documentText } from '../../src/domain/document-text.ts';
import { sha256Hex } from '../../src/domain/hash.ts';
import { buildJsonFeed } from '../../src/domain/json-feed.ts';
import { recordColumns } from '../../src/domain/record-columns.ts';
import { syntheticRecords } from './synthetic-records.ts';

const SITE = 'http://localhost:4321';
const dataset = { ...accountabilityMap, folder: 'datasets/agent-accountability-map' };
const texts = await syntheticRecords(Number(process.argv[2]));

/** Milliseconds of processor time: others on the machine count less in it than on the clock. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const began = spent();
const { records, problems } = checkDataset(dataset, texts);
if (problems.length > 0) throw new Error(`${problems.length} problems: ${problems[0]!.message}`);
const document = dataset.build(records);
const events = listEvents(document.entries, dataset.nameOf);
// Each form is hashed and let go, as if it were written to its file.
const forms: readonly (() => string)[] = [
  () => checkedText({ summary: dataset.title, schema: dataset.document }, document),
  () => ndjsonText(document.entries),
  () => csvText(recordColumns(dataset.record), document.entries),
  () => JSON.stringify(buildJsonFeed(dataset, events, SITE)),
  () => buildAtomFeed(dataset, events, SITE),
  () => buildChanges(dataset.id, events, SITE).map(documentText).join(''),
];
for (const form of forms) sha256Hex(form());
for (const record of document.entries) {
  sha256Hex(checkedText({ summary: record.id, schema: dataset.entry }, dataset.buildEntry(record)));
}
console.log(JSON.stringify({ milliseconds: spent() - began, megabytes: process.resourceUsage().maxRSS / 1024 }));
