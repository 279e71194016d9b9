import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newFolder } from '../support/server.ts';

const PATH = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  const result = await Promise.race([
    once(socket, 'connect').then(() => true),
    new Promise<boolean>((resolve) => socket.once('error', () => resolve(false))),
  ]);
  socket.destroy();
  return result;
};

/**
 * Serves a folder with nginx: one worker, as the service is one process, without a log, with its cache of open files.
 * @returns undefined where nginx is not installed.
 */
export const startNginx = async (folder: string): Promise<{ url: string; child: ChildProcess } | undefined> => {
  if (spawnSync('nginx', ['-v'], { env: { PATH } }).status !== 0) return undefined;
  const place = await newFolder();
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${place}/${name};`)
    .join(' ');
  await writeFile(
    join(place, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${place}/pid; error_log ${place}/error.log;
    events { worker_connections 512; }
    http {
      types { application/json json; } access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;
      open_file_cache max=100; ${temporary}
      server { listen 127.0.0.1:${port}; root "${folder}"; }
    }`,
  );
  const child = spawn('nginx', ['-p', place, '-c', join(place, 'nginx.conf')], { stdio: 'ignore', env: { PATH } });
  for (let tried = 0; !(await answers(port)); tried += 1) {
    if (tried === 100) throw new Error(`nginx does not start: see ${place}/error.log`);
    await sleep(50);
  }
  return { url: `http://127.0.0.1:${port}`, child };
};
