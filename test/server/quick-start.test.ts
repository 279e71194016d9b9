import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { finish } from '../support/server.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const operations = readFileSync(join(root, 'OPERATIONS.md'), 'utf8');
const chapter = /^### Ask it from an agent\n(.*?)^#/ms.exec(readme)![1]!;
const blocks = (language: string): string[] =>
  [...chapter.matchAll(new RegExp('^```' + language + '\\n(.*?)^```$', 'gms'))].map(([, text]) => text!);

/** Where the printed lines expect the service. */
const PRINTED = 'localhost:4321';

const site = inject('site');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quick-start-'));
  for (const part of ['node_modules', 'datasets', 'src']) symlinkSync(join(root, part), join(folder, part));
});

const here = (text: string): string => text.replaceAll(PRINTED, new URL(site).host);

const shell = async (command: string, cwd = folder): Promise<string> => {
  const child = spawn('sh', ['-e'], { cwd });
  child.stdin.end(here(command));
  const { code, stdout, stderr } = await finish(child);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trim();
};

describe('the quick start asks one question', () => {
  let expected: string;

  test('with curl', async () => {
    expected = await shell(blocks('sh')[0]!);
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
  });

  test('with six lines of an A2A client', async () => {
    const [lines] = blocks('js');
    expect(lines!.trim().split('\n')).toHaveLength(6);
    // The card names the address that the site was built for; here it is reached at another port.
    const elsewhere = `const send = fetch; globalThis.fetch = (to, init) => send(String(to).replace('${PRINTED}', '${new URL(site).host}'), init);`;
    writeFileSync(join(folder, 'elsewhere.mjs'), elsewhere);
    writeFileSync(join(folder, 'ask.mjs'), lines!);
    const child = spawn(process.execPath, ['--import', './elsewhere.mjs', 'ask.mjs'], { cwd: folder });
    const { code, stdout, stderr } = await finish(child);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim()).toBe(expected);
  });

  test('with the version of the A2A client that is tested here', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    expect(chapter).toContain(`npm install @a2a-js/sdk@${devDependencies['@a2a-js/sdk']}`);
  });

  test('from the configuration of an MCP client', async () => {
    const { mcpServers } = JSON.parse(here(blocks('json')[0]!)) as {
      mcpServers: Record<string, { type: string; url: string }>;
    };
    const { type, url } = mcpServers['accountability']!;
    expect(type).toBe('http');
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const [, hash] = /receipt ([0-9a-f]{64})/.exec(chapter)!;
    const params = { name: 'getEvidencePack', arguments: { receipt_hash_sha256: hash } };
    expect((await client.callTool(params)).structuredContent).toMatchObject({ pack_hash_sha256: expected });
    await client.close();
  });
});

test('the first block of README.md verifies the receipt that stands above it', async () => {
  const [, block] = /^```sh\n(.*?)^```$/ms.exec(readme)!;
  const folder = mkdtempSync(join(tmpdir(), 'first-block-'));
  const printed = await shell(`${block!.trim().replace('node ', `${process.execPath} `)} || test $? = 2`, folder);
  expect(printed).toMatch(/Intact\? +pass.*From whom\? +pass/s);
});

test('the quick start sends a request to the agent', async () => {
  const answer = JSON.parse(await shell(blocks('sh')[1]!)) as { result: { task: { status: { state: string } } } };
  expect(answer.result.task.status.state).toBe('TASK_STATE_SUBMITTED');
});

test('the quick start searches the datasets', async () => {
  const { result } = JSON.parse(await shell(blocks('sh')[2]!)) as {
    result: { message: { parts: { data: { matches: { name: string }[] } }[] } };
  };
  expect(result.message.parts[0]!.data.matches).not.toEqual([]);
});

test('every command of the walk-through of a verifier ends with the hashes and exit codes that stand beside it', async () => {
  const chapters = [
    /^## Verify without us\n(.*?)^## /ms.exec(readme)![1]!,
    /^## Verify a document\n(.*?)^\*\*With your own verifier/ms.exec(operations)![1]!,
  ];
  const parts = chapters.map((text) =>
    [...text.matchAll(/^```\n(.*?)^```$/gms)].flatMap(([, block]) => block!.trim().split('\n')),
  );
  // Each chapter is read alone, and what it asks for is there after `init`, too.
  const lines = parts.flatMap((part) => ['unset OUT HASH; set -u', ...part]);
  expect(lines.filter((line) => /[0-9a-f]{64}|curl -sf/.test(line))).toEqual([]);
  const before = readdirSync(folder);
  const isJudged = (line: string): boolean => /# .*\d$/.test(line);
  const program = lines.map((line) =>
    isJudged(line)
      ? `code=0; ${line.replace('npm run -s verify --', `${process.execPath} src/cli/verify.ts`).replace(/ +# .*\d$/, '')} > /dev/null || code=$?; echo "exit $code"`
      : line,
  );
  const printed = (await shell(program.join('\n'))).split('\n');
  const expected = lines.filter(isJudged).map((line) => `exit ${/\d$/.exec(line)![0]}`);
  expect(expected.length).toBeGreaterThan(2);
  expect(printed.filter((line) => line.startsWith('exit'))).toEqual(expected);
  const hashes = printed.filter((line) => /^[0-9a-f]{64}/.test(line)).map((line) => line.slice(0, 64));
  expect(hashes).toHaveLength(6);
  expect(new Set(hashes).size).toBe(3);
  expect(readdirSync(folder)).toEqual(before);
});

test('the objects inside a document have the hashes that stand beside their expressions for jq', async () => {
  const paragraph = /^The same works for the objects inside a document: (.*?)\n\n/ms.exec(operations)![1]!;
  const expressions = [...paragraph.matchAll(/`(\.[^`]+)`/g)].map(([, expression]) => expression!);
  const [hash] = /^HASH=.*$/m.exec(chapter)!;
  const from = `${PRINTED}/api/adjudicator`;
  const printed = await shell(`${hash}
    curl -sf ${from}/evidence/agent-acceptance/$HASH > pack.json
    curl -sf -X POST ${from}/work-order/run-preview > run.json
    jq -cSj '${expressions[0]}' pack.json | sha256sum
    ${expressions
      .slice(1)
      .map((expression) => `jq -cSj '${expression}' run.json | sha256sum`)
      .join('\n')}
    echo $HASH; jq -r '.work_order_hash, .verdict_hash, .steps[0].step_hash' run.json`);
  const hashes = printed.split('\n').map((line) => line.slice(0, 64));
  expect(expressions).toHaveLength(4);
  expect(hashes.slice(0, 4)).toEqual(hashes.slice(4));
});

test('the trial of datasets/README.md observes the card of the service on this machine', async () => {
  const text = readFileSync(join(root, 'datasets/README.md'), 'utf8');
  const [, commands] = /^To try it without asking anybody else.*?```\n(.*?)^```$/ms.exec(text)!;
  // The project itself is only read: what is written lies in the folder that TRIAL names.
  const observe = `SITE_URL=https://service.example ${process.execPath} src/cli/datasets.ts`;
  const printed = await shell(
    commands!.replace('npm run datasets --', observe).replace('127.0.0.1:4321', PRINTED),
    root,
  );
  expect(printed).toMatch(/^1 record: 1 pass, 0 fail, 2 not_run\.$/m);
});
