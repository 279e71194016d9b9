import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The most requests of a connection that wait for the answers to earlier ones (SPEC.md §15.5). */
const WAITING_MAX = 100;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;
type Waiting = Parameters<Handle>;

/** The answers of a connection that are not sent yet, the oldest first. */
export type OpenAnswers = (socket: Duplex) => readonly ServerResponse[];

/**
 * Answers the requests of a connection one after the other (SPEC.md §15.5): node:http hands over all that came in one packet at
 * once, and a client that asks for a thousand answers and reads none would have all of them made and kept. The connection ends
 * with the answer to the last that may wait; what came after it is not answered.
 * @param answer is called for a request when the answer to the one before is sent.
 */
export const oneByOne = (answer: Handle): { readonly handle: Handle; readonly openAnswers: OpenAnswers } => {
  const lines = new WeakMap<Duplex, Waiting[]>();

  /** Answers the first of a line. */
  const begin = (line: Waiting[]): void => {
    const [request, response] = line[0]!;
    response.once('close', () => next(request.socket, line));
    answer(request, response);
  };

  const next = (socket: Duplex, line: Waiting[]): void => {
    line.shift();
    if (line.length === 0) lines.delete(socket);
    // What came over other connections has its turn in between.
    else setImmediate(() => socket.writable && begin(line));
  };

  return {
    handle: (request, response) => {
      const { socket } = request;
      const line = lines.get(socket);
      if (line === undefined) {
        const first: Waiting[] = [[request, response]];
        lines.set(socket, first);
        begin(first);
      } else if (line.length <= WAITING_MAX) {
        line.push([request, response]);
        if (line.length > WAITING_MAX) response.shouldKeepAlive = false;
      } else socket.pause();
    },
    openAnswers: (socket) => (lines.get(socket) ?? []).map(([, response]) => response),
  };
};
