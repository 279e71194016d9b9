import { spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesBelow } from '../../src/server/files-below.ts';
import { call, post } from '../support/call.ts';
import { buildProject, copyProject } from '../support/scratch-project.ts';
import { newStore } from '../support/server.ts';

const account = 'ccd:4221332d34e1694168c2a0c0b3fd0f27:3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G';
const facts = {
  name: 'Harbour agent',
  operator: 'Harbour Works',
  contact: 'agent@harbour.example',
  url: 'https://harbour.example',
  account,
  registry: '10082,0',
  token: '484',
};

let client: string;
let url: string;
let stop: () => void;

beforeAll(async () => {
  const tree = await copyProject();
  const options = Object.entries(facts).flatMap(([name, value]) => [`--${name}`, value]);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['src/cli/agent.ts', 'init', '--root', tree, '--yes', ...options],
    { encoding: 'utf8' },
  );
  expect(status, stdout + stderr).toBe(0);
  client = buildProject(tree);
  const service = spawn(process.execPath, ['dist/server/serve.mjs'], {
    cwd: tree,
    env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: await newStore() },
  });
  stop = () => service.kill();
  url = await new Promise((resolve, reject) => {
    let output = '';
    service.once('exit', () => reject(new Error(output)));
    service.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /listening on (http:\/\/\S+?)"/.exec(output);
      if (found) resolve(found[1]!);
    });
  });
});
afterAll(() => stop());

/** Programs that judge documents of other services, and the documents that are made up to test such programs. */
const aboutOthers = /\.(js|mjs|py)$|^data\/vectors\//;

/** Where a text says the word, apart from the name of a member and the beginning of an id, as code. */
const placesOfTheWord = (text: string): string[] => {
  const prose = text
    .replaceAll(/<code[^>]*>[^<]*<\/code>/g, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/(\\?"|&quot;)demonstration\1/g, '');
  return [...prose.matchAll(/.{0,60}demonstrat.{0,60}/gi)].map(([place]) => place);
};

test('no built file says that it is a demonstration', async () => {
  const files = filesBelow(client).filter((file) => !aboutOthers.test(file) && !/\.(br|gz|png|woff2)$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(join(client, file), 'utf8');
    found.push(...placesOfTheWord(text).map((place) => `${file}: ${place}`));
  }
  expect(found).toEqual([]);
});

test('no live answer says so, and the example of every request is answered', async () => {
  const { paths } = (await call(`${url}/openapi.json`)).json as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example: unknown }> } }>>;
  };
  const answers = [
    await call(`${url}/adjudicator-evidence-pack/pack?hash=${'0'.repeat(64)}`),
    await call(`${url}/receipts/${'0'.repeat(64)}`),
  ];
  for (const [path, { get, post: posted }] of Object.entries(paths)) {
    if (path === '/api/agent-acceptance-kit/anchor-live') continue;
    if (get && !path.includes('{') && !aboutOthers.test(path)) answers.push(await call(url + path));
    const example = posted?.requestBody?.content['application/json']!.example;
    if (example === undefined) continue;
    const answer = await post(url + path, example);
    expect(answer.status, path).toBeLessThan(300);
    answers.push(answer);
  }
  expect(answers.length).toBeGreaterThan(40);
  expect(answers.flatMap(({ text }) => placesOfTheWord(text))).toEqual([]);
});

test('status, card and the page of the agent tell who it is, who runs it and where it is registered', async () => {
  const status = (await call(`${url}/static/status.json`)).json;
  expect(status).toMatchObject({
    agent: { name: facts.name, demonstration: false, registration: { account, token_id: '484' } },
    network: 'ccd:4221332d34e1694168c2a0c0b3fd0f27',
  });
  const card = (await call(`${url}/.well-known/agent-card.json`)).json;
  expect(card).toMatchObject({ name: facts.name, provider: { organization: facts.operator, url: facts.url } });
  const { text } = await call(`${url}/agent`);
  for (const said of [facts.name, facts.operator, facts.contact, 'Token 484', account.split(':')[2]!, '/a2a'])
    expect(text).toContain(said);
  expect(text).toContain('No receipt is published here yet.');
  expect(text).toContain('The operator has published no key yet.');
  expect((await call(`${url}/data/decision-receipts/index.json`)).json).toMatchObject({ receipts: [] });
});
