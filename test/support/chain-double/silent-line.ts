import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a node that can go dead: what is connected stays connected, and nothing passes any more. */
export const openSilentLine = async (url: string) => {
  const { hostname, port } = new URL(url);
  const ends = new Set<Socket>();
  let connections = 0;
  const server = createServer((near) => {
    connections += 1;
    const far = connect(Number(port), hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    /** The number of connections made so far. */
    connections: () => connections,
    /** Stops passing anything on the present connections, without closing them. New connections work. */
    goSilent(): void {
      for (const end of ends) end.unpipe();
      for (const end of ends) end.resume();
    },
    async close(): Promise<void> {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
