import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import setup from '../support/build.ts';
import { newFolder, startServer } from '../support/server.ts';
import { inTurn, measure, ratio, startPeer } from './load.ts';
import { atLeast, atMost, type Line, rate, told } from './report.ts';
import { median } from './timed.ts';

const ROUNDS = 7;
const SECONDS = 2;
const STARTS = 5;
const REQUESTS = 100_000;
const CONNECTIONS = 32;
const DOCUMENT = '/static/agent-accountability-map.json';

/** The resident memory of a process. */
export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** Milliseconds from the start of the process to the line that says where it listens. */
const timeToReady = async (): Promise<number> => {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const began = performance.now();
    const server = await startServer();
    times.push(performance.now() - began);
    await server.stop();
  }
  return median(times);
};

/** Intake writes against what bounds them, and the weight of the server. */
export const benchServer = async (): Promise<Line[]> => {
  await setup();
  const ready = await timeToReady();
  const server = await startServer({ LOG_LEVEL: 'info' });
  const fastify = await startPeer('peer-fastify.ts', join(await newFolder(), 'peer.db'));
  const signing = await startPeer('peer-fastify.ts', join(await newFolder(), 'peer.db'), 'signed');
  const load = { seconds: SECONDS, connections: CONNECTIONS };
  try {
    const text = 'A request of a usual length, written by somebody who wants to know something. '.repeat(5);
    const body = JSON.stringify({ kind: 'question', from: 'A reader', contact: 'reader@example.org', body: text });
    const refused = JSON.stringify({ kind: 'questiom', from: 'A reader', contact: 'reader@example.org', body: text });
    const intake = await inTurn(ROUNDS, {
      write: { ...load, url: `${server.url}/api/intake`, body },
      ceiling: { ...load, url: `${server.url}/api/intake`, body: refused },
      signing: { ...load, url: `${signing.url}/api/intake`, body },
      fastify: { ...load, url: `${fastify.url}/api/intake`, body },
    });
    if (intake.write.refused > 0 || intake.ceiling.ok > 0)
      throw new Error('the intake load was not answered as planned');
    await measure({ ...load, url: `${server.url}/api/intake`, body, requests: REQUESTS / 2 });
    await measure({ ...load, url: server.url + DOCUMENT, requests: REQUESTS / 2 });
    const memory = residentMegabytes(server.pid);
    return [
      told(
        'signed intake writes / refused requests of the same size, which are neither hashed, signed nor stored',
        ratio(intake.write, intake.ceiling),
        `${rate(intake.write.perSecond)} / ${rate(intake.ceiling.perSecond)}`,
      ),
      atLeast(
        'intake writes / Fastify that signs, with a commit for each',
        ratio(intake.write, intake.signing),
        1.5,
        `${rate(intake.write.perSecond)} / ${rate(intake.signing.perSecond)}`,
      ),
      told(
        'signed intake writes / Fastify that neither hashes nor signs, with a commit for each',
        ratio(intake.write, intake.fastify),
        `${rate(intake.write.perSecond)} / ${rate(intake.fastify.perSecond)}`,
      ),
      atMost(
        'intake p99 / p50',
        intake.write.p99 / intake.write.p50,
        5,
        `${intake.write.p99} ms / ${intake.write.p50} ms`,
      ),
      atMost('seconds until the server is ready', ready / 1000, 1, `median of ${STARTS} starts`),
      atMost(
        `memory in units of 150 MB after more than ${REQUESTS} requests`,
        memory / 150,
        1,
        `${Math.round(memory)} MB`,
      ),
    ];
  } finally {
    fastify.child.kill();
    signing.child.kill();
    await server.stop();
  }
};
