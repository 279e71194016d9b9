import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { pythonMissing } from '../support/python-verifier.ts';
import { shownOperations } from '../support/reference-pages.ts';
import { finish, newFolder } from '../support/server.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';

/** Where the printed programs expect the service. */
const PRINTED = 'http://localhost:4321';

const operations = shownOperations().filter(({ sendable }) => sendable);
const paramOf = (id: string, name: string): string => operations.find((one) => one.id === id)!.sendable!.params[name]!;

let server: HostedService;
let requestId: string;
beforeAll(async () => {
  const anchored = paramOf('getAnchor', 'receipt_hash_sha256');
  server = await hostService({ DATABASE_URL: await storeWithAnchors({ unchecked: [anchored] }) });
  const answer = await fetch(`${server.url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ body: 'A request that the programs ask for' }),
  });
  requestId = ((await answer.json()) as { id: string }).id;
});
afterAll(() => server.end());

/** The programs in a language, for this server and a request that it has. */
const programs = (language: string): string[] =>
  operations.map(({ snippets }) =>
    snippets[language]!.replaceAll(PRINTED, server.url).replaceAll(paramOf('getIntakeStatus', 'id'), requestId),
  );

/** What a program gave: the status, and the content as text, value or length. */
type Given = readonly [status: number, content: unknown];

const driverOf = {
  node: `
    const programs = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
    const Run = (async () => {}).constructor;
    (async () => {
      const given = [];
      for (const code of programs) await new Run('console', code)({ log: (status, content) => given.push([status, ArrayBuffer.isView(content) || content instanceof ArrayBuffer ? content.byteLength : content]) });
      process.stdout.write(JSON.stringify(given));
    })();`,
  python: `
import json, sys
given = []
for code in json.load(sys.stdin):
    exec(code, {"print": lambda status, content: given.append([status, content])})
json.dump(given, sys.stdout)`,
};

const run = async (command: string, args: readonly string[], language: string): Promise<Given[]> => {
  const child = spawn(command, args);
  child.stdin.end(JSON.stringify(programs(language)));
  const { code, stdout, stderr } = await finish(child);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Given[];
};

/** An answer without what is another one each time: times, ids and durations. */
const lasting = (content: unknown): unknown =>
  JSON.parse(
    JSON.stringify(content)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(/"uptime_seconds":\d+/g, '"uptime_seconds":0')
      .replaceAll(/"messageId":"[^"]*"/g, '"messageId":"id"')
      .replaceAll(/"taskId":"[^"]*"|"contextId":"[^"]*"/g, '"id":"id"'),
  );

describe('the program of every operation without effects gets its answer', () => {
  let inNode: Given[];

  test('in JavaScript', async () => {
    inNode = await run(process.execPath, ['-e', driverOf.node], 'javascript');
    expect(inNode.map(([status], at) => `${operations[at]!.id} ${status}`)).toEqual(
      operations.map(({ id }) => `${id} 200`),
    );
    expect(operations.length).toBeGreaterThan(70);
  });

  test.skipIf(pythonMissing !== undefined)(`in Python${pythonMissing ? ` (${pythonMissing})` : ''}`, async () => {
    const inPython = await run('python3', ['-c', driverOf.python], 'python');
    expect(inPython.map(lasting)).toEqual(inNode.map(lasting));
  });

  const curlMissing = spawnSync('curl', ['--version']).status === 0 ? undefined : 'there is no curl';
  test.skipIf(curlMissing !== undefined)(`with curl${curlMissing ? ` (${curlMissing})` : ''}`, async () => {
    const folder = await newFolder();
    const script = programs('curl').map((command, at) => {
      // A file that a command names is what it gets; the text of the others is printed.
      const file = / -o (\S+)$/.exec(command)?.[1];
      return file === undefined ? `${command} > ${at}` : `${command}\nmv ${file} ${at}`;
    });
    writeFileSync(join(folder, 'all.sh'), script.join('\n'));
    const child = spawn('sh', ['-e', 'all.sh'], { cwd: folder });
    expect((await finish(child)).code).toBe(0);
    const found = inNode.map(([status, content], at): Given => {
      const bytes = readFileSync(join(folder, String(at)));
      if (typeof content === 'number') return [status, bytes.length];
      return [status, typeof content === 'string' ? bytes.toString() : JSON.parse(bytes.toString())];
    });
    expect(found.map(lasting)).toEqual(inNode.map(lasting));
  });
});
