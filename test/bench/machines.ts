import setup from '../support/build.ts';
import { nginx, startNginx } from '../support/nginx.ts';
import { freePort, startPostgres } from '../support/postgres.ts';
import { startServer } from '../support/server.ts';
import { inTurn, type Measured, ratio } from './load.ts';
import { type Line, rate, told } from './report.ts';

const ROUNDS = 5;
const load = { seconds: 2, connections: 32 };
const RECEIPT = '6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b';
const LIMITS = { RATE_LIMIT_INTAKE: '1000000/60' };

const figures = (one: Measured, other: Measured): string =>
  `${rate(one.perSecond)} (p99 ${one.p99} ms) / ${rate(other.perSecond)} (p99 ${other.p99} ms)`;

/**
 * What one instance carries of each kind of request, and what PostgreSQL, shared limits and a second instance behind nginx
 * change in it. Service, PostgreSQL, nginx and the program that sends the load share one machine.
 */
export const benchMachines = async (): Promise<Line[]> => {
  await setup();
  const postgres = await startPostgres();
  const shared = await postgres.newDatabase();
  const ports = [await freePort(), await freePort()] as const;
  const alone = await startServer();
  const single = await startServer({ DATABASE_URL: await postgres.newDatabase() });
  const limited = await startServer({ DATABASE_URL: await postgres.newDatabase(), ...LIMITS });
  const both = [];
  for (const port of ports)
    both.push(await startServer({ DATABASE_URL: shared, PORT: String(port), TRUSTED_PROXY_HOPS: '1' }));
  const proxy = nginx === undefined ? undefined : await startNginx(await freePort(), ports);
  try {
    const text = 'A request of a usual length, written by somebody who wants to know something. '.repeat(5);
    const body = JSON.stringify({ kind: 'question', from: 'A reader', contact: 'reader@example.org', body: text });
    const intake = (url: string) => ({ ...load, url: `${url}/api/intake`, body });
    const reads = await inTurn(ROUNDS, {
      document: { ...load, url: `${alone.url}/static/status.json` },
      lookUp: { ...load, url: `${alone.url}/api/agent-acceptance-kit/anchors/${RECEIPT}` },
      pack: { ...load, url: `${alone.url}/api/adjudicator/evidence/agent-acceptance/${RECEIPT}` },
      run: { ...load, url: `${alone.url}/api/adjudicator/work-order/run-preview`, body: '{}' },
      page: { ...load, url: `${alone.url}/agent-acceptance-anchor` },
    });
    const writes = await inTurn(ROUNDS, {
      sqlite: intake(alone.url),
      postgres: intake(single.url),
      counted: intake(limited.url),
    });
    const behind = proxy && (await inTurn(ROUNDS, { two: intake(proxy.url), one: intake(single.url) }));
    return [
      told(
        'small documents / looked-up anchors',
        ratio(reads.document, reads.lookUp),
        figures(reads.document, reads.lookUp),
      ),
      told('small documents / evidence packs', ratio(reads.document, reads.pack), figures(reads.document, reads.pack)),
      told('small documents / simulated runs', ratio(reads.document, reads.run), figures(reads.document, reads.run)),
      told(
        'small documents / pages made on request',
        ratio(reads.document, reads.page),
        figures(reads.document, reads.page),
      ),
      told(
        'intake writes on PostgreSQL / on SQLite',
        ratio(writes.postgres, writes.sqlite),
        figures(writes.postgres, writes.sqlite),
      ),
      told(
        'intake writes on PostgreSQL with a shared limit / without one',
        ratio(writes.counted, writes.postgres),
        figures(writes.counted, writes.postgres),
      ),
      ...(behind
        ? [
            told(
              'intake writes of two instances behind nginx / of one without it, on one machine',
              ratio(behind.two, behind.one),
              figures(behind.two, behind.one),
            ),
          ]
        : []),
    ];
  } finally {
    await proxy?.stop();
    for (const server of [alone, single, limited, ...both]) await server.stop();
    await postgres.remove();
  }
};
