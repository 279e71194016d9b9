import type { Server } from 'node:net';

/**
 * Listens at a host and a port.
 * @throws Error that says to the operator why it cannot, and what to set.
 */
export const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (failure: NodeJS.ErrnoException) =>
      reject(
        new Error(
          failure.code === 'EADDRINUSE'
            ? `port ${port} on ${host} is in use: stop the program that listens there or set PORT`
            : `cannot listen on ${host} port ${port} (HOST, PORT): ${failure.message}`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
