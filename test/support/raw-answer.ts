import { createHash } from 'node:crypto';
import { request } from 'node:http';

/** What `Repr-Digest` says about these bytes. */
export const digest = (bytes: Uint8Array) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;

/** The answer as it went over the wire, not decoded. */
export const rawAnswer = (url: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
  new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer }>(
    (resolve, reject) => {
      const sent = request(url, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    },
  );
