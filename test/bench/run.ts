/**
 * `npm run bench`: ratios measured side by side in one run; `npm run bench -- datasets` runs that part only, and
 * `--json FILE` names where the result is written. Absolute figures mean little on a shared machine.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Argument, Command } from 'commander';
import { benchAgents } from './agents.ts';
import { benchDatasets, benchSites } from './datasets.ts';
import { benchPages } from './pages.ts';
import { benchPreviews } from './previews.ts';
import { type PartOfReport, printTable } from './report.ts';
import { benchSearch } from './search.ts';
import { benchSearchOnPhone } from './search-on-phone.ts';
import { benchServer } from './server.ts';
import { benchStatic } from './static.ts';
import { benchVerify } from './verify.ts';

const parts = {
  server: benchServer,
  static: benchStatic,
  previews: benchPreviews,
  agents: benchAgents,
  verify: benchVerify,
  datasets: benchDatasets,
  sites: benchSites,
  pages: benchPages,
  search: async () => [...benchSearch(), ...(await benchSearchOnPhone())],
};

const names = Object.keys(parts) as (keyof typeof parts)[];
const program = new Command('bench')
  .description('Measure ratios, the two sides of each in the same run.')
  .addArgument(new Argument('[parts...]', 'the parts to run, without which all are').choices(names))
  .option(
    '--json <file>',
    'where the result is written',
    join(import.meta.dirname, '../../node_modules/.cache/bench.json'),
  )
  .parse();
const asked = program.args;

const began = new Date().toISOString();
const report: PartOfReport[] = [];
for (const part of names.filter((name) => asked.length === 0 || asked.includes(name)))
  report.push({ part, lines: await parts[part]() });
const holds = printTable(report);

const file = resolve(program.opts<{ json: string }>().json);
await mkdir(dirname(file), { recursive: true });
const machine = { node: process.version, processors: availableParallelism(), model: cpus()[0]?.model };
await writeFile(
  file,
  `${JSON.stringify({ began, ended: new Date().toISOString(), machine, holds, report }, undefined, 2)}\n`,
);
console.log(`\nThe result is in ${file}`);
process.exitCode = holds ? 0 : 1;
