/**
 * `npm run bench`: the speed that users notice, as ratios of two sides that are measured in the same run, since absolute figures
 * mean little on a shared machine. `npm run bench -- server` runs that part only.
 */
import { Argument, Command } from 'commander';
import { benchHostile } from './hostile.ts';
import { type Line, printTable } from './report.ts';
import { benchServer } from './server.ts';
import { benchCheck, benchSites } from './sites.ts';
import { benchVerify } from './verify.ts';

const parts = { server: benchServer, hostile: benchHostile, verify: benchVerify, check: benchCheck, sites: benchSites };
const names = Object.keys(parts) as (keyof typeof parts)[];
const { args } = new Command('bench')
  .description('Measure what users notice, the two sides of each ratio in the same run.')
  .addArgument(new Argument('[parts...]', 'the parts to run, without which all are').choices(names))
  .parse();

const lines: Line[] = [];
for (const part of names.filter((name) => args.length === 0 || args.includes(name)))
  lines.push(...(await parts[part]()));
process.exitCode = printTable(lines) ? 0 : 1;
