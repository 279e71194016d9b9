import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../domain/vocabulary/errors.ts';
import type { RequestContext } from '../http/answer.ts';

/** Whether the request says itself that its body is over the limit. */
export const announcesTooMuch = (request: IncomingMessage, limit: number): boolean =>
  Number(request.headers['content-length'] ?? 0) > limit;

/** A body as it was received: whole, or empty with the reason why it was not read to its end. */
export type ReceivedBody = Pick<RequestContext, 'body' | 'bodyRefusal'>;

/**
 * Reads a request body, at most `limit` bytes. What comes after the limit is never kept.
 * @returns undefined when the client goes away: nobody is left to answer.
 */
export const receiveBody = (request: IncomingMessage, limit: number): Promise<ReceivedBody | undefined> =>
  new Promise((resolve) => {
    const refuse = (): void => {
      const bodyRefusal = new ServiceError('body_too_large', `The body has more than ${limit} bytes.`);
      resolve({ body: new Uint8Array(0), bodyRefusal });
    };
    if (announcesTooMuch(request, limit)) {
      refuse();
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        chunks.length = 0;
        refuse();
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve({ body: Buffer.concat(chunks) }));
    request.once('error', () => resolve(undefined));
    request.once('close', () => resolve(undefined));
  });

/** Bytes of a refused body that are read and thrown away; for a larger one the sender is left waiting instead. */
const DISCARDED_BYTES_MAX = 1024 * 1024;
/** How long a sender of a refused body has to take note of the refusal, in milliseconds. */
const DISCARD_MS = 2_000;

/** Gives the sender of a body that was refused time to read the answer before the connection goes. */
export const discardBody = (request: IncomingMessage): void => {
  let left = DISCARDED_BYTES_MAX;
  const timer = setTimeout(() => request.destroy(), DISCARD_MS);
  request.on('data', (chunk: Buffer) => (left -= chunk.length) < 0 && request.pause());
  request.once('close', () => clearTimeout(timer));
};
