import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What a proxy does with bytes: pass them on, hold everything, or pass on what is sent and lose the answers. */
type Mode = 'pass' | 'hold' | 'lose-answers';

/** A proxy in front of a server on loopback, for failures between the two. */
export const openTcpProxy = async (targetPort: number) => {
  let mode: Mode = 'pass';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const [from, to, isAnswer] of [
      [client, target, false],
      [target, client, true],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => mode !== 'hold' && !(isAnswer && mode === 'lose-answers') && to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    set(next: Mode): void {
      mode = next;
    },
    breakConnections: () => sockets.forEach((socket) => socket.destroy()),
    async close(): Promise<void> {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
};
