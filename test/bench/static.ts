import { join } from 'node:path';
import setup from '../support/build.ts';
import { startServer } from '../support/server.ts';
import { inTurn, ratio, startPeer } from './load.ts';
import { startNginx } from './peer-nginx.ts';
import { atLeast, type Line, rate, told } from './report.ts';

const ROUNDS = 7;
const load = { seconds: 2, connections: 32 } as const;
const client = join(import.meta.dirname, '../../dist/client');
/** A small document and a large one, each with the least that it should reach of what node:http does with a buffer. */
const documents = { '/static/status.json': 0.7, '/static/agent-accountability-map.json': 0.9 };

/** Documents that were built, against the same bytes from raw node:http and from nginx. */
export const benchStatic = async (): Promise<Line[]> => {
  await setup();
  const server = await startServer({ LOG_LEVEL: 'info' });
  const nginx = await startNginx(client);
  const lines: Line[] = [];
  try {
    for (const [document, bound] of Object.entries(documents)) {
      const raw = await startPeer('peer-raw.ts', join(client, document));
      const contestants = {
        front: { ...load, url: server.url + document },
        raw: { ...load, url: raw.url },
        ...(nginx ? { nginx: { ...load, url: nginx.url + document } } : {}),
      };
      const reads = await inTurn<'front' | 'raw' | 'nginx'>(ROUNDS, contestants as Required<typeof contestants>);
      raw.child.kill();
      if (reads.front.refused > 0) throw new Error('the load was not answered as planned');
      const figures = (other: number) => `${rate(reads.front.perSecond)} / ${rate(other)}`;
      lines.push(
        atLeast(
          `reads of ${document} / raw node:http`,
          ratio(reads.front, reads.raw),
          bound,
          figures(reads.raw.perSecond),
        ),
        nginx
          ? told(
              `reads of ${document} / nginx with one worker`,
              ratio(reads.front, reads.nginx),
              figures(reads.nginx.perSecond),
            )
          : told(`reads of ${document} / nginx`, Number.NaN, 'not measured: nginx is not installed'),
      );
    }
    return lines;
  } finally {
    nginx?.child.kill();
    await server.stop();
  }
};
