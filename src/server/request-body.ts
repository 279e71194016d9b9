import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../domain/vocabulary/errors.ts';

const tooLarge = (limit: number) => new ServiceError('body_too_large', `The body has more than ${limit} bytes.`);

/** Whether the request says itself that its body is over the limit. */
export const announcesTooMuch = (request: IncomingMessage, limit: number): boolean =>
  Number(request.headers['content-length'] ?? 0) > limit;

/**
 * Reads a request body, at most `limit` bytes. What comes after the limit is never kept.
 * @throws ServiceError body_too_large; Error when the client goes away.
 */
export const readBody = (request: IncomingMessage, limit: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    if (announcesTooMuch(request, limit)) {
      reject(tooLarge(limit));
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        chunks.length = 0;
        reject(tooLarge(limit));
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('the client went away')));
  });
