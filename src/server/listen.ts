import type { Server } from 'node:net';

/**
 * Listens at a host and a port.
 * @param setting the one that gives the port.
 * @throws Error that says to the operator why it cannot, and what to set.
 */
export const listen = (server: Server, host: string, port: number, setting = 'PORT'): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (failure: NodeJS.ErrnoException) =>
      reject(
        new Error(
          failure.code === 'EADDRINUSE'
            ? `port ${port} on ${host} is in use: stop the program that listens there or set ${setting}`
            : `cannot listen on ${host} port ${port} (${setting === 'PORT' ? 'HOST, PORT' : setting}): ${failure.message}`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
