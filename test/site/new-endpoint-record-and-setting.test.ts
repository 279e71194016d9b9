import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { buildProject, copySmallProject } from '../support/scratch-project.ts';
import { newStore } from '../support/server.ts';

const root = join(import.meta.dirname, '../..');

/** All that an endpoint adds. */
const endpointFile = `
import { z } from 'zod';
import { schemaId } from '../../../domain/vocabulary/service.ts';
import { operation } from '../../../http/operation.ts';
import { resource } from '../../../http/resource.ts';

const Greeting = z
  .object({ ok: z.literal(true), schema: z.literal(schemaId('greeting')), greeting: z.string() })
  .meta({ id: schemaId('greeting'), title: 'Greeting', description: 'A greeting.' });

export const ALL = resource({
  GET: operation({
    id: 'getGreeting',
    tag: 'Agent',
    summary: 'Greet somebody by name',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    params: { name: { schema: z.string().max(10), description: 'Whom to greet.' } },
    responses: { 200: { description: 'The greeting.', schema: Greeting } },
    handle: ({ params }) => ({
      status: 200,
      body: { ok: true, schema: schemaId('greeting'), greeting: \`Hello \${params['name']}\` },
    }),
  }),
});
`;

/** All that a setting adds, besides the lines of .env.example and README.md that its test prints. */
const settingEntry = `  greeting: {
    name: 'GREETING_WORD',
    default: 'hello',
    meaning: 'the word for this test',
    value: kind.oneOf('hello', 'goodbye'),
  },
`;

let tree: string;
let client: string;
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(tree, file)), { recursive: true });
  await writeFile(join(tree, file), text);
};
const read = (file: string): Promise<string> => readFile(join(tree, file), 'utf8');
const built = (file: string): Promise<string> => readFile(join(client, file), 'utf8');
const json = async <T>(file: string): Promise<T> => JSON.parse(await built(file)) as T;

beforeAll(async () => {
  tree = await copySmallProject();
  await write('src/pages/api/greeting/[name].ts', endpointFile);
  const [name] = await readdir(join(tree, 'datasets/agent-accountability-map'));
  const template = await read(`datasets/agent-accountability-map/${name}`);
  await write('datasets/agent-accountability-map/second.yaml', template.replace(/^id: .*$/m, 'id: second'));
  client = buildProject(tree, { SITE_URL: 'http://localhost:4321' });
});

test('an endpoint that is one file is described, listed, checked and answered', async () => {
  const { paths, components } = await json<{
    paths: Record<string, { get: { operationId: string; responses: Record<string, object> } }>;
    components: { schemas: Record<string, object> };
  }>('openapi.json');
  const described = paths['/api/greeting/{name}']!.get;
  expect(described.operationId).toBe('getGreeting');
  expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(['200', '400', '405', '500']));
  expect(components.schemas).toHaveProperty(['service.greeting.v1']);
  expect(await json('schemas/service.greeting.v1.json')).toMatchObject({ title: 'Greeting' });
  expect((await json<{ operations: object[] }>('static/capabilities.json')).operations).toContainEqual(
    expect.objectContaining({ method: 'GET', path: '/api/greeting/{name}', id: 'getGreeting', side_effects: 'none' }),
  );
  const reference = (await built('api-reference/agent.html')).matchAll(/<section class="operation" id="(\w+)"/g);
  expect([...reference].map(([, id]) => id)).toContain('getGreeting');

  const service = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: tree,
    env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: await newStore() },
  });
  try {
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      service.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = /listening on (http:\/\/\S+?)"/.exec(output);
        if (found) resolve(found[1]!);
      });
      service.once('close', () => reject(new Error(`the service ended:\n${output}`)));
    });
    const answer = await call(`${url}/api/greeting/you`);
    expect(answer.json).toEqual({ ok: true, schema: 'service.greeting.v1', greeting: 'Hello you' });
    const refused = await call(`${url}/api/greeting/somebody-else`);
    expect(refused.json).toMatchObject({ code: 'invalid_request', errors: [{ code: 'too_big' }] });
    expect((await call(`${url}/api/greeting/you`, { method: 'DELETE' })).json['code']).toBe('method_not_allowed');
  } finally {
    service.kill();
  }
});

test('a record that is one file is in its dataset, in every form of it, and has a page', async () => {
  const dataset = 'agent-accountability-map';
  const { entries } = await json<{ entries: { id: string }[] }>(`static/${dataset}.json`);
  expect(entries.map(({ id }) => id)).toContain('second');
  expect(await json(`data/${dataset}/records/second.json`)).toMatchObject({ record: { id: 'second' } });
  for (const file of [`data/${dataset}.ndjson`, `data/${dataset}.csv`, `data/${dataset}/feed.xml`, 'sitemap.xml']) {
    expect(await built(file), file).toContain('second');
  }
  expect(await built(`${dataset}.html`)).toContain(`href="/${dataset}/second"`);
  expect(await built(`${dataset}/second.html`)).toContain('<h1>');
});

test('a setting is one entry of its table, and the lines that its test prints for .env.example and the README', async () => {
  for (const part of [
    'test',
    '.env.example',
    'README.md',
    'OPERATIONS.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'Dockerfile',
  ]) {
    await cp(join(root, part), join(tree, part), { recursive: true });
  }
  await write('src/config.ts', (await read('src/config.ts')).replace(/^ {2}logLevel: \{$/m, `${settingEntry}$&`));
  const program =
    "const { parseConfig } = await import('./src/config.ts');" +
    "console.log(parseConfig({}).greeting, parseConfig({ GREETING_WORD: 'goodbye' }).greeting);" +
    "try { parseConfig({ GREETING_WORD: 'hey' }) } catch ({ problems }) { console.log(...problems) }";
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: tree,
    encoding: 'utf8',
  });
  expect(stdout + stderr).toBe(
    'hello goodbye\nGREETING_WORD is not one of the accepted words; accepted: hello or goodbye\n',
  );

  const check = () =>
    spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/config.test.ts'], {
      cwd: tree,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], NO_COLOR: '1' },
    });
  const missing = check();
  expect(missing.status).not.toBe(0);
  const printed = missing.stdout + missing.stderr;
  const lines = ['# The word for this test. Accepted: hello or goodbye.', 'GREETING_WORD=hello'];
  const row = '| `GREETING_WORD` | `hello` | the word for this test |';
  for (const line of [...lines, row]) expect(printed).toContain(line);
  await write(
    '.env.example',
    (await read('.env.example')).replace(/^# .*\n(?=LOG_LEVEL=)/m, `${lines.join('\n')}\n\n$&`),
  );
  await write('README.md', (await read('README.md')).replace(/^\| `LOG_LEVEL`/m, `${row}\n$&`));
  const added = check();
  expect(added.status, added.stdout + added.stderr).toBe(0);
});
