import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newFolder } from './server.ts';

const CONFIGURATION = join(import.meta.dirname, '../../operations/nginx.conf');
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The program, where it is installed. */
export const nginx = ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0);

/** Runs nginx with the configuration that is shipped, whose ports are replaced by these. */
export const startNginx = async (port: number, instances: readonly [number, number]) => {
  const folder = await newFolder();
  const shipped = readFileSync(CONFIGURATION, 'utf8');
  const replaced: [string, string][] = [
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['127.0.0.1:4321', `127.0.0.1:${instances[0]}`],
    ['127.0.0.1:4322', `127.0.0.1:${instances[1]}`],
  ];
  const site = replaced.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`${CONFIGURATION} does not have "${from}" once`);
    return text.replace(from, to);
  }, shipped);
  await writeFile(join(folder, 'site.conf'), site);
  await writeFile(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${folder}/pid; worker_processes 1; error_log ${folder}/error.log;
events { worker_connections 512; }
http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} include ${folder}/site.conf; }
`,
  );
  const child = spawn(nginx!, ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const kill = (): void => void child.kill('SIGTERM');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
    await sleep(50);
  }
  return {
    url,
    async stop(): Promise<void> {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
};
