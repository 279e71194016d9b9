import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The address under which limits count a client (SPEC.md §2.15): the address of the socket or, behind trusted
 * proxies, the n-th entry of X-Forwarded-For from the right. The sender of the request can write the entries
 * further left, so they are never trusted. IPv6 clients are counted by their /64 network.
 */
export const clientAddress = (request: IncomingMessage, trustedProxyHops: number): string => {
  const socket = request.socket.remoteAddress ?? 'unknown';
  const forwarded = request.headers['x-forwarded-for'];
  const entries =
    trustedProxyHops > 0
      ? String(forwarded ?? '')
          .split(',')
          .map((entry) => entry.trim())
      : [];
  const named = entries.at(-trustedProxyHops);
  const address = named !== undefined && entries.length >= trustedProxyHops && isIP(named) > 0 ? named : socket;
  return isIP(address) === 6 && !address.startsWith('::ffff:') ? network64(address) : address;
};

const network64 = (address: string): string => {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':');
};
