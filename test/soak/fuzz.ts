/**
 * `npm run fuzz -- --requests N --seed S`: sends drawn requests to every operation of a built service that anchors on a
 * simulation, and judges each answer by its /openapi.json. Loopback only. Exit code 1 when anything is wrong.
 */
import { parseArgs } from 'node:util';
import setup from '../support/build.ts';
import { fuzzService } from '../support/http-fuzz/fuzzed-service.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: String(Date.now()) } },
});
await setup();
const { sent, answers, acknowledged, stored, problems } = await fuzzService(
  Number(values.requests),
  Number(values.seed),
);
const lost = [...acknowledged].filter((id) => !stored.includes(id));
const operations = Map.groupBy(answers, ([name]) => name.split(' ')[0]!);
for (const [operation, statuses] of [...operations].toSorted())
  console.log(`${operation}: ${statuses.map(([name, count]) => `${name.split(' ')[1]} × ${count}`).join(', ')}`);
for (const problem of problems.slice(0, 20)) console.log(`\n!! ${problem}`);
console.log(
  `\n${sent} requests to ${operations.size} operations, seed ${values.seed}: ${problems.length} problems; ` +
    `${acknowledged.size} requests acknowledged, ${stored.length} stored, ${lost.length} lost.`,
);
process.exitCode = problems.length > 0 || lost.length > 0 || stored.length !== acknowledged.size ? 1 : 0;
