import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { call, post } from '../support/call.ts';
import { freePort } from '../support/postgres.ts';
import { newFolder } from '../support/server.ts';
import { query } from '../support/stored-requests.ts';

const root = join(import.meta.dirname, '../..');

/** The instructions of a Dockerfile, by stage. */
const stages = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^([A-Z]+) (.+)$/.exec(line)!.slice(1) as [string, string])
  .reduce<[string, string][][]>((found, [name, value]) => {
    if (name === 'FROM') found.push([]);
    found.at(-1)!.push([name, value]);
    return found;
  }, []);
const final = stages.at(-1)!;
const valuesOf = (stage: readonly [string, string][], wanted: string): string[] =>
  stage.filter(([name]) => name === wanted).map(([, value]) => value);

describe('the image', () => {
  test('is made in two stages with packages for production only, of which the last builds and installs nothing', () => {
    expect(stages).toHaveLength(2);
    expect(valuesOf(stages[0]!, 'RUN')[0]).toBe('npm ci --omit=dev');
    expect(valuesOf(final, 'RUN').join()).not.toMatch(/npm|apt|curl/);
    expect(valuesOf(final, 'COPY')).toEqual(['--from=build /app /app']);
  });

  test('runs the same Node in both stages as the project itself', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: { node: string };
    };
    for (const stage of stages)
      expect(valuesOf(stage, 'FROM')[0]).toMatch(new RegExp(`^node:${devDependencies.node.split('.')[0]}-`));
  });

  test('runs as a user to whom nothing of the program belongs, and writes to its volume', () => {
    expect(valuesOf(final, 'USER')).toEqual(['node']);
    expect(valuesOf(final, 'ENV')[0]).toContain('DATABASE_URL=file:/data/service.db');
    expect(valuesOf(final, 'VOLUME')).toEqual(['/data']);
    expect(final.findIndex(([name]) => name === 'USER')).toBeLessThan(final.findIndex(([name]) => name === 'CMD'));
  });

  test('has a health check that passes while the service answers and fails when it does not', async () => {
    const command = JSON.parse(/CMD (\[.*\])$/.exec(valuesOf(final, 'HEALTHCHECK')[0]!)![1]!) as string[];
    expect(command[0]).toBe('node');
    const check = (port: string) => spawnSync(process.execPath, command.slice(1), { env: { PORT: port } }).status;
    expect(check(new URL(inject('site')).port)).toBe(0);
    expect(check(String(await freePort()))).toBe(1);
  });
});

/** Makes everything read-only but the folder of the store, as `docker run --read-only` does, then becomes a command. */
const SHUT = `
set -e
new=$1 data=$2 program=$3; shift 3
mount --make-rprivate /
mount --bind / "$new"
mkdir -p "$new$program" "$new$data"
mount --bind "$program" "$new$program"
mount -o remount,bind,ro "$new$program"
mount -o remount,bind,ro "$new"
mount -t proc proc "$new/proc"
mount --bind /dev "$new/dev"
mount --bind "$data" "$new$data"
exec chroot "$new" "$@"
`;
const canShut =
  spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0 &&
  spawnSync('chroot', ['/', 'true']).status === 0;

test.skipIf(!canShut)(
  `with a read-only root the service starts, takes requests and stops${canShut ? '' : ' (left out: needs unshare and root)'}`,
  async () => {
    const folder = await newFolder();
    for (const name of ['root', 'data']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'shut.sh'), SHUT);
    const main = join(root, 'src/server/main.ts');
    const child = spawn(
      'unshare',
      [
        ...['--mount', 'sh', join(folder, 'shut.sh'), join(folder, 'root'), join(folder, 'data'), root],
        ...[
          'sh',
          '-c',
          `! touch ${root}/written /written 2> /dev/null && cd ${root} && exec ${process.execPath} ${main}`,
        ],
      ],
      { env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: `file:${folder}/data/service.db` } },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    await expect.poll(() => output, { timeout: 50_000 }).toContain('listening on');
    const url = /listening on (http:\/\/\S+?)"/.exec(output)![1]!;
    expect((await post(`${url}/api/intake`, { body: 'Is anything else written?' })).status).toBe(201);
    expect((await call(`${url}/agent-acceptance-anchor`)).status).toBe(200);
    // What is sorted in more than two megabytes finds no folder for temporary files.
    const columns = ['kind', 'received_at', 'due_at', 'body_sha256', 'receipt_hash_sha256', 'status'].join();
    await query(
      `file:${folder}/data/service.db`,
      `INSERT INTO intake (id, ${columns}) WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
       SELECT i, ${columns} FROM n, (SELECT * FROM intake LIMIT 1)`,
    );
    await expect.poll(async () => (await call(`${url}/api/intake/summary`)).json['total']).toBe(40_001);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
);

const UNIT = join(root, 'operations/agent-accountability-service.service');
const unit = new Map(
  readFileSync(UNIT, 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
);

describe('the systemd unit', () => {
  test('runs the program of the image as a user of its own, who may write its state and nothing else', () => {
    const command = JSON.parse(valuesOf(final, 'CMD')[0]!) as string[];
    expect(unit.get('ExecStart')).toBe(`/usr/bin/${command.join(' ')}`);
    expect(unit.get('User')).toBe('agent-service');
    expect(unit.get('ProtectSystem')).toBe('strict');
    expect(unit.get('NoNewPrivileges')).toBe('yes');
    expect(unit.get('CapabilityBoundingSet')).toBe('');
    expect(unit.has('ReadWritePaths')).toBe(false);
    // The deadlines of a stop: ten seconds for answers and five for the store.
    expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(15);
  });

  const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;
  test.skipIf(!isThere)(
    `systemd finds nothing wrong with it, and little that it leaves open${isThere ? '' : ' (left out: no systemd-analyze)'}`,
    async () => {
      const copy = join(await newFolder(), 'agent-accountability-service.service');
      await writeFile(copy, readFileSync(UNIT, 'utf8').replace('/usr/bin/node', process.execPath));
      expect(spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })).toMatchObject({
        status: 0,
        stdout: '',
        stderr: '',
      });
      // Exposure in tenths, from 0 to 100; an unhardened unit has 96.
      execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=15', copy], { stdio: 'pipe' });
    },
  );
});
