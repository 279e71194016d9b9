import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { receiveBody } from '../../src/server/request.ts';

const LIMIT = 65_536;
const requestOf = (pieces: Iterable<Buffer>): IncomingMessage =>
  Object.assign(Readable.from(pieces), { headers: {} }) as unknown as IncomingMessage;
const bytes = (count: number): Buffer[] => Array.from({ length: count }, (_, at) => Buffer.from([at % 256]));

test.each([0, 1, 63, 64, 65, 1_000, 4_096])(
  'a body that comes in %i pieces of a byte is received whole',
  async (count) => {
    const received = await receiveBody(requestOf(bytes(count)), LIMIT);
    expect(received?.bodyRefusal).toBeUndefined();
    expect(Buffer.compare(received!.body as Buffer, Buffer.concat(bytes(count)))).toBe(0);
  },
);

test.each([
  ['is too large', [Buffer.alloc(LIMIT), Buffer.alloc(1)]],
  ['comes in too many pieces', bytes(4_097)],
])('a body that %s is refused', async (_, pieces) => {
  const received = await receiveBody(requestOf(pieces), LIMIT);
  expect(received).toMatchObject({ body: { length: 0 }, bodyRefusal: { code: 'body_too_large' } });
});
