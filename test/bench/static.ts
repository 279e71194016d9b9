import { join } from 'node:path';
import setup from '../support/build.ts';
import { startServer } from '../support/server.ts';
import { inTurn, ratio, startPeer } from './load.ts';
import { startNginx } from './peer-nginx.ts';
import { atLeast, type Line, rate, told } from './report.ts';

const ROUNDS = 7;
const load = { seconds: 2, connections: 32 } as const;
const client = join(import.meta.dirname, '../../dist/client');
/** A small document and a large one. */
const documents = ['/static/status.json', '/static/agent-accountability-map.json'];
/** The least of what node:http reaches with a buffer and the same fields. */
const LEAST = 0.9;
/** What node:http adds to an answer by itself. */
const addedByNode = new Set(['date', 'connection', 'keep-alive']);

/** The fields of an answer of the service, as a list for node:http. */
const fieldsOf = async (url: string): Promise<string> => {
  const { headers } = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
  return JSON.stringify([...headers].filter(([name]) => !addedByNode.has(name)).flat());
};

/**
 * Documents that were built, against the same answers from raw node:http, and the same bytes from nginx. What it costs to write
 * and read the fields of the answers is told beside it: for a small document, half as much as all the rest.
 */
export const benchStatic = async (): Promise<Line[]> => {
  await setup();
  const server = await startServer({ LOG_LEVEL: 'info' });
  const nginx = await startNginx(client);
  const lines: Line[] = [];
  try {
    for (const document of documents) {
      const url = server.url + document;
      const file = join(client, document);
      const raw = await startPeer('peer-raw.ts', file, await fieldsOf(url));
      const bare = await startPeer('peer-raw.ts', file);
      const contestants = {
        front: { ...load, url },
        raw: { ...load, url: raw.url },
        bare: { ...load, url: bare.url },
        ...(nginx ? { nginx: { ...load, url: nginx.url + document } } : {}),
      };
      const reads = await inTurn<'front' | 'raw' | 'bare' | 'nginx'>(
        ROUNDS,
        contestants as Required<typeof contestants>,
      );
      raw.child.kill();
      bare.child.kill();
      if (reads.front.refused > 0) throw new Error('the load was not answered as planned');
      const figures = (other: number) => `${rate(reads.front.perSecond)} / ${rate(other)}`;
      lines.push(
        atLeast(
          `reads of ${document} / raw node:http with the same fields`,
          ratio(reads.front, reads.raw),
          LEAST,
          figures(reads.raw.perSecond),
        ),
        told(
          `reads of ${document} / raw node:http with two fields`,
          ratio(reads.front, reads.bare),
          figures(reads.bare.perSecond),
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
