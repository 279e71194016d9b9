import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A server on loopback that a test makes misbehave. */
export interface OddServer {
  readonly port: number;
  readonly url: string;
  /** Paths asked for, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

const listen = async (server: Server, asked: string[]): Promise<OddServer> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

/** An HTTP server that answers as the test says. */
export const openOddServer = (answer: RequestListener): Promise<OddServer> => {
  const asked: string[] = [];
  return listen(
    createHttpServer((request, response) => {
      asked.push(request.url ?? '');
      answer(request, response);
    }),
    asked,
  );
};

/** A server that handles connections as the test says, HTTP or not. */
export const openRawServer = (use: (socket: Socket) => void): Promise<OddServer> => listen(createTcpServer(use), []);
