import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { call, post, postText } from '../support/call.ts';
import { openRawServer } from '../support/odd-server.ts';
import { claim, moves, previewPaths, workOrder } from '../support/previews.ts';
import { acceptedReceipt } from '../support/receipts.ts';
import { startServer } from '../support/server.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';

const CALLS = 260;
const AT_ONCE = 8;

let asked = 0;
/** A chain node is configured, so that a preview could call it. */
const node = await openRawServer(() => asked++);
const store = await storeWithAnchors(receiptHash(acceptedReceipt));
const server = await startServer({ DATABASE_URL: store, CONCORDIUM_GRPC_URL: node.url });
afterAll(() => Promise.all([server.end(), node.close()]));

const known = receiptHash(acceptedReceipt);
const at = (preview: keyof typeof previewPaths) => server.url + previewPaths[preview];

/** Answered and refused requests, with and without a body. */
const calls: readonly (() => Promise<unknown>)[] = [
  () => call(at('evidence') + known),
  () => call(at('evidence') + 'f'.repeat(64)),
  () => call(at('dispute')),
  () => post(at('dispute'), { receipt_hash_sha256: known, claim }),
  () => post(at('dispute'), { receipt: acceptedReceipt, claim }),
  () => post(at('dispute'), { receipt_hash_sha256: 'f'.repeat(64), claim }),
  () => post(at('workOrder'), workOrder),
  () => post(at('workOrder'), { ...workOrder, title: 7 }),
  () => call(at('run'), { method: 'POST' }),
  () => post(at('run'), { work_order: workOrder, scenario: 'conflicting_evidence' }),
  () => post(at('run'), { events: moves.toReversed() }),
  () => post(at('run'), { claims: { verdict_hash: 'f'.repeat(64) } }),
  () => postText(at('run'), '{"seed":"x","seed":"y"}'),
];

/** The store on disk: the bytes of the database and of its write-ahead log. */
const stored = async (): Promise<string> => {
  const file = store.replace('file:', '');
  const parts = await Promise.all([file, `${file}-wal`].map((name) => readFile(name).catch(() => Buffer.from('none'))));
  return parts.map((bytes) => `${bytes.length} ${sha256Hex(bytes)}`).join(', ');
};

/** The socket that listens on 127.0.0.1 and those of the connections to it. */
const accepted = (): string[] => {
  const port = Number(new URL(server.url).port).toString(16).toUpperCase().padStart(4, '0');
  return readFileSync(`/proc/${server.pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local]) => local?.endsWith(`:${port}`))
    .map((fields) => `socket:[${fields[9]}]`);
};
/** All that were ever accepted: one may have gone while the list of open ones was read, and no other gets its number. */
const visitors = new Set<string>();

/** The internal sockets of the service. */
const ownSockets = (): string[] => {
  const targets = readdirSync(`/proc/${server.pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${server.pid}/fd/${name}`);
    } catch {
      return ''; // closed since the folder was listed
    }
  });
  for (const socket of accepted()) visitors.add(socket);
  return targets.filter((target) => target.startsWith('socket:') && !visitors.has(target)).toSorted();
};

test.skipIf(process.platform !== 'linux')(
  'preview calls of every kind, one after the other and eight at once, change no byte of the store and open no socket',
  async () => {
    for (const one of calls) await one();
    const [before, sockets] = [await stored(), ownSockets()];
    expect(before).not.toContain('none');
    const opened = new Set<string>();
    for (let done = 0; done < CALLS; done += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, (_, index) => calls[(done + index) % calls.length]!());
      for (const inode of ownSockets()) if (!sockets.includes(inode)) opened.add(inode);
      await Promise.all(batch);
    }
    expect([...opened]).toEqual([]);
    expect(ownSockets()).toEqual(sockets);
    expect(asked).toBe(0);
    expect(await stored()).toBe(before);
  },
);

test.skipIf(process.platform !== 'linux')('a write is noticed by the same measure', async () => {
  const before = await stored();
  expect((await post(`${server.url}/api/intake`, { body: 'A write.' })).status).toBe(201);
  expect(await stored()).not.toBe(before);
});
