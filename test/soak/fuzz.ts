/**
 * `npm run fuzz -- --requests N --seed S`: sends drawn requests to every operation of a built service that anchors on a
 * simulation, and judges each answer by its /openapi.json. Loopback only. Exit code 1 when anything is wrong.
 */
import { Command } from 'commander';
import { wholeNumber } from '../../src/cli/terminal.ts';
import setup from '../support/build.ts';
import { fuzzService } from '../support/http-fuzz/fuzz.ts';

const { requests, seed } = new Command('fuzz')
  .description('Send drawn requests to every operation of a built service, and judge each answer by its /openapi.json.')
  .option('--requests <number>', 'how many requests', wholeNumber(1, 10_000_000), 10_000)
  .option(
    '--seed <number>',
    'what they are drawn from; the same seed draws the same',
    wholeNumber(0, 2 ** 53 - 1),
    Date.now(),
  )
  .parse()
  .opts<{ requests: number; seed: number }>();
await setup();
const { sent, answers, acknowledged, stored, problems } = await fuzzService(requests, seed);
const lost = [...acknowledged].filter((id) => !stored.includes(id));
const operations = Map.groupBy(answers, ([name]) => name.split(' ')[0]!);
for (const [operation, statuses] of [...operations].toSorted())
  console.log(`${operation}: ${statuses.map(([name, count]) => `${name.split(' ')[1]} × ${count}`).join(', ')}`);
for (const problem of problems.slice(0, 20)) console.log(`\n!! ${problem}`);
console.log(
  `\n${sent} requests to ${operations.size} operations, seed ${seed}: ${problems.length} problems; ` +
    `${acknowledged.size} requests acknowledged, ${stored.length} stored, ${lost.length} lost.`,
);
process.exitCode = problems.length > 0 || lost.length > 0 || stored.length !== acknowledged.size ? 1 : 0;
