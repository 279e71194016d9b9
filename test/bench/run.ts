/**
 * `npm run bench`: ratios measured side by side in one run; `npm run bench -- datasets` runs that part only.
 * Absolute figures mean little on a shared machine.
 */
import { benchAnchors } from './anchors.ts';
import { benchDatasets, benchSites } from './datasets.ts';
import { benchMachines } from './machines.ts';
import { benchPreviews } from './previews.ts';
import { type Line, printTable } from './report.ts';
import { benchServer } from './server.ts';
import { benchVerify } from './verify.ts';

const parts: Readonly<Record<string, () => Promise<Line[]>>> = {
  server: benchServer,
  anchors: benchAnchors,
  previews: benchPreviews,
  verify: benchVerify,
  machines: benchMachines,
  datasets: benchDatasets,
  sites: benchSites,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}; expected ${Object.keys(parts).join(', ')}`);
const lines: Line[] = [];
for (const name of asked.length > 0 ? asked : Object.keys(parts)) lines.push(...(await parts[name]!()));
process.exitCode = printTable(lines) ? 0 : 1;
