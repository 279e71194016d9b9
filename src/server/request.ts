import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../http/answer.ts';
import { bodyTooLarge } from '../http/problem.ts';

/** Chunks of a body that are kept apart: each takes some hundred bytes of memory, even where it holds only one. */
const CHUNKS_MAX = 64;

/** What a piece of a body counts at least (SPEC.md §2.14): each costs the processor some microseconds, even where it holds one byte. */
const PIECE_BYTES_MIN = 16;

/** A received body: complete, or empty with the refusal. */
type ReceivedBody = Pick<RequestContext, 'body' | 'bodyRefusal'>;

/**
 * Reads a request body of at most `limit` bytes. Bytes beyond the limit are never kept.
 * @returns undefined when the client has disconnected and needs no answer.
 */
export const receiveBody = (request: IncomingMessage, limit: number): Promise<ReceivedBody | undefined> =>
  new Promise((resolve) => {
    const refuse = (): void => resolve({ body: new Uint8Array(0), bodyRefusal: bodyTooLarge(limit) });
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      refuse();
      return;
    }
    let chunks: Buffer[] = [];
    let length = 0;
    const receive = (chunk: Buffer): void => {
      length += Math.max(chunk.length, PIECE_BYTES_MIN);
      if (length > limit) {
        request.off('data', receive);
        chunks.length = 0;
        refuse();
        return;
      }
      chunks.push(chunk);
      if (chunks.length === CHUNKS_MAX) chunks = [Buffer.concat(chunks)];
    };
    request.on('data', receive);
    request.once('end', () => resolve({ body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) }));
    request.once('error', () => resolve(undefined));
    request.once('close', () => resolve(undefined));
  });
