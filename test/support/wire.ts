import { connect } from 'node:net';

/** Sends a text as it is over a connection of its own, and gives everything that comes back until the server ends it. */
export const overTheWire = (url: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
