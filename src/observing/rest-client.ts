import type { HostTurns } from './host-turns.ts';
import { type ChainNode, NodeUnavailable } from './json-rpc.ts';
import { requestOnce, systemResolver } from './request-once.ts';

/** A node said that it has no such thing, or that the request cannot be answered. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * Reads documents below the address of a node.
 * @throws Refused for the status 400 or 404, NodeUnavailable for any other failure: it says nothing about what was asked.
 */
export const restClient =
  ({ url }: ChainNode, turns: HostTurns) =>
  async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
    const endTurn = await turns(url.hostname);
    const at = new URL(url);
    const [pathname = '', search = ''] = path.split('?');
    at.pathname = `${url.pathname.replace(/\/$/, '')}/${pathname}`;
    for (const [name, value] of new URLSearchParams(search)) at.searchParams.set(name, value);
    const reply = await requestOnce(at, {
      // The maintainer named the node, so it may be on this machine or in this network.
      allowed: 'any',
      resolve: systemResolver,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
      connectMs: 10_000,
      wholeMs: 30_000,
      mostBytes: 1_048_576,
    });
    endTurn();
    if (reply.kind === 'status' && (reply.status === 400 || reply.status === 404)) throw new Refused(pathname);
    if (reply.kind !== 'body') throw new NodeUnavailable(pathname);
    try {
      return JSON.parse(Buffer.from(reply.bytes).toString('utf8'));
    } catch {
      throw new NodeUnavailable(pathname);
    }
  };

export type Rest = ReturnType<typeof restClient>;
