import { join } from 'node:path';
import setup from '../support/build.ts';
import { previewPaths } from '../support/previews.ts';
import { newFolder, startServer } from '../support/server.ts';
import { inTurn, measure, type Measured, perSecond, ratio, startPeer } from './load.ts';
import { atLeast, atMost, type Line } from './report.ts';
import { median, mostMegabytes } from './timed.ts';

const ROUNDS = 7;
const STARTS = 5;
const REQUESTS = 100_000;
/** A small document and a large one. */
const documents = ['/static/status.json', '/static/agent-accountability-map.json'];
/** What node:http adds to an answer by itself. */
const addedByNode = new Set(['date', 'connection', 'keep-alive']);

const text = 'A request of a usual length, written by somebody who wants to know something. '.repeat(5);
const bodyOf = (kind: string): string =>
  JSON.stringify({ kind, from: 'A reader', contact: 'reader@example.org', body: text });

const versus = (one: Measured, other: Measured): string => `${perSecond(one)} / ${perSecond(other)}`;

/** Seconds from the start of the process to the line that says where it listens. */
const secondsToReady = async (): Promise<number> => {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const began = performance.now();
    const server = await startServer();
    times.push((performance.now() - began) / 1_000);
    await server.end();
  }
  return median(times);
};

/** Built documents against the same bytes and fields from raw node:http. */
const benchStatic = async (url: string): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const document of documents) {
    const { headers } = await fetch(url + document, { headers: { 'Accept-Encoding': 'identity' } });
    const fields = JSON.stringify([...headers].filter(([name]) => !addedByNode.has(name)).flat());
    const raw = await startPeer('peer-raw.ts', join(import.meta.dirname, '../../dist/client', document), fields);
    const reads = await inTurn(ROUNDS, { front: { url: url + document }, raw: { url: raw.url } });
    raw.child.kill();
    if (reads.front.refused > 0) throw new Error('the load was not answered as planned');
    const what = `reads of ${document} / raw node:http with the same bytes`;
    lines.push(atLeast(what, ratio(reads.front, reads.raw), 0.8, versus(reads.front, reads.raw)));
  }
  return lines;
};

/** What the service carries, against what bounds it, and what it weighs. */
export const benchServer = async (): Promise<Line[]> => {
  await setup();
  const ready = await secondsToReady();
  const server = await startServer({ LOG_LEVEL: 'info' });
  const fastify = await startPeer('peer-fastify.ts', join(await newFolder(), 'peer.db'));
  const intake = { url: `${server.url}/api/intake`, body: bodyOf('question') };
  try {
    const { write, ceiling, run, peer } = await inTurn(ROUNDS, {
      write: intake,
      // Refused requests are neither hashed, signed nor stored.
      ceiling: { ...intake, body: bodyOf('questiom') },
      run: { url: server.url + previewPaths.run, body: '{}' },
      peer: { ...intake, url: `${fastify.url}/api/intake` },
    });
    if (write.refused > 0 || run.refused > 0 || ceiling.ok > 0) throw new Error('the load was not answered as planned');
    const statics = await benchStatic(server.url);
    await measure({ ...intake, requests: REQUESTS / 2 });
    await measure({ url: server.url + documents[1]!, requests: REQUESTS / 2 });
    const most = mostMegabytes(server.pid);
    return [
      atLeast(
        'intake writes / Fastify that signs, with a commit for each',
        ratio(write, peer),
        1.5,
        versus(write, peer),
      ),
      atLeast('simulated runs / refused requests', ratio(run, ceiling), 0.25, versus(run, ceiling)),
      ...statics,
      atMost('seconds until the service is ready', ready, 2, `median of ${STARTS} starts`),
      atMost(`MB of memory at most, in more than ${REQUESTS} requests`, most, 220, ''),
    ];
  } finally {
    fastify.child.kill();
    await server.end();
  }
};
