import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import setup from '../support/build.ts';
import { newFolder, startServer } from '../support/server.ts';
import { inTurn, measure, startPeer } from './load.ts';
import { atLeast, atMost, type Line, rate } from './report.ts';

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 32;
const DOCUMENT = '/static/agent-accountability-map.json';

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** Intake writes and static reads, each against what bounds it, and the weight of the server. */
export const benchServer = async (): Promise<Line[]> => {
  await setup();
  const began = performance.now();
  const server = await startServer({ LOG_LEVEL: 'info' });
  const ready = performance.now() - began;
  const fastify = await startPeer('peer-fastify.ts', join(await newFolder(), 'peer.db'));
  const raw = await startPeer('peer-raw.ts', join(import.meta.dirname, '../../dist/client', DOCUMENT));
  const load = { seconds: SECONDS, connections: CONNECTIONS };
  try {
    const text = 'A request of a usual length, written by somebody who wants to know something. '.repeat(5);
    const body = JSON.stringify({ kind: 'question', from: 'A reader', contact: 'reader@example.org', body: text });
    const refused = JSON.stringify({ kind: 'questiom', from: 'A reader', contact: 'reader@example.org', body: text });
    const intake = await inTurn(ROUNDS, {
      write: { ...load, url: `${server.url}/api/intake`, body },
      ceiling: { ...load, url: `${server.url}/api/intake`, body: refused },
      fastify: { ...load, url: `${fastify.url}/api/intake`, body },
    });
    if (intake.write.refused > 0 || intake.ceiling.ok > 0)
      throw new Error('the intake load was not answered as planned');
    const reads = await inTurn(ROUNDS, {
      front: { ...load, url: server.url + DOCUMENT },
      raw: { ...load, url: raw.url },
    });
    const served = await measure({ ...load, url: server.url + DOCUMENT, seconds: 8 });
    return [
      atLeast(
        'intake writes / refused requests of the same size',
        intake.write.perSecond / intake.ceiling.perSecond,
        0.85,
        `${rate(intake.write.perSecond)} / ${rate(intake.ceiling.perSecond)}`,
      ),
      atLeast(
        'intake writes / Fastify with a commit for each',
        intake.write.perSecond / intake.fastify.perSecond,
        1.5,
        `${rate(intake.write.perSecond)} / ${rate(intake.fastify.perSecond)}`,
      ),
      atMost(
        'intake p99 / p50',
        intake.write.p99 / intake.write.p50,
        5,
        `${intake.write.p99} ms / ${intake.write.p50} ms`,
      ),
      atLeast(
        'static reads / raw node:http',
        reads.front.perSecond / reads.raw.perSecond,
        0.9,
        `${rate(reads.front.perSecond)} / ${rate(reads.raw.perSecond)}`,
      ),
      atMost('seconds until the server is ready', ready / 1000, 1, `${Math.round(ready)} ms`),
      atMost(
        `memory in units of 150 MB after ${served.ok + intake.write.ok} and more requests`,
        residentMegabytes(server.pid) / 150,
        1,
        `${Math.round(residentMegabytes(server.pid))} MB`,
      ),
    ];
  } finally {
    fastify.child.kill();
    raw.child.kill();
    await server.stop();
  }
};
