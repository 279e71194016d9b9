import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeCard } from '../../../src/domain/observation/judge-document.ts';
import { filesBelow } from '../../../src/server/built-files.ts';
import { call, post } from '../../support/call.ts';
import { agentFacts, type OperatedProject } from '../../support/operated-project.ts';
import type { RunningServer } from '../../support/server.ts';

/** Programs that judge documents of anybody. */
const isProgram = (file: string): boolean => /\.(js|mjs|py)$/.test(file);
/**
 * Programs that judge documents of other services, the documents that are made up to test such programs, what operators read, and
 * the texts in which the search looks: words of SPEC.md, where names of members are no longer marked as code.
 */
const aboutOthers = /\.(js|mjs|py)$|^data\/vectors\/|^(search-texts\.json|operations\.md)$/;

/** Where a text says the word, apart from the name of a member and the beginning of an id, as code. */
const placesOfTheWord = (text: string): string[] => {
  if (!/demonstrat/i.test(text)) return [];
  const prose = text
    .replaceAll(/<code[^>]*>[^<]*<\/code>/g, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/(\\?"|&quot;)demonstration\1/g, '');
  return [...prose.matchAll(/demonstrat/gi)].map(({ index }) => prose.slice(Math.max(0, index - 60), index + 70));
};

/** Tests of what stands in the place of the demonstration. @param project the project, once it is built. @param server its service. */
export const testReal = (project: () => OperatedProject, server: () => RunningServer): void => {
  test('no built file says that it is a demonstration', async () => {
    const files = filesBelow(project().folder).filter(
      (file) => !aboutOthers.test(file) && !/\.(br|gz|png|woff2)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(200);
    const found: string[] = [];
    for (const file of files) {
      const text = await readFile(join(project().folder, file), 'utf8');
      found.push(...placesOfTheWord(text).map((place) => `${file}: ${place}`));
    }
    expect(found).toEqual([]);
  });

  test('no record that ships says so, nor what was published of them', async () => {
    const datasets = join(import.meta.dirname, '../../../datasets');
    const replaced = /^(README\.md$|agent\.yaml$|keys\.yaml$|vectors\/|decision-receipts\/demonstration-)/;
    const files = filesBelow(datasets).filter((file) => !replaced.test(file));
    expect(files.length).toBeGreaterThan(300);
    const found: string[] = [];
    for (const file of files) {
      const text = await readFile(join(datasets, file), 'utf8');
      found.push(...placesOfTheWord(text).map((place) => `${file}: ${place}`));
    }
    expect(found).toEqual([]);
  });

  test('programs say the word only of the key of a document that they judge, which may be a demonstration elsewhere', async () => {
    const programs = filesBelow(project().folder).filter(isProgram);
    expect(programs).toEqual(expect.arrayContaining(['verify.mjs', 'verify.py']));
    for (const file of programs) {
      const text = (await readFile(join(project().folder, file), 'utf8'))
        .replaceAll(/\ba demonstration key\b/g, '')
        .replaceAll(/(const |\.)demonstration\b/g, '');
      const prose = [...text.matchAll(/\w[,;:]? demonstrat\w*|demonstrat\w* \w+/gi)];
      expect(
        prose.map(([place]) => place),
        file,
      ).toEqual([]);
    }
  });

  test('no live answer says so, and the example of every request is answered', async () => {
    const { paths } = (await call(`${server().url}/openapi.json`)).json as {
      paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example: unknown }> } }>>;
    };
    const answers = [
      await call(`${server().url}/adjudicator-evidence-pack/pack?hash=${'0'.repeat(64)}`),
      await call(`${server().url}/receipts/${'0'.repeat(64)}`),
    ];
    for (const [path, { get, post: posted }] of Object.entries(paths)) {
      if (path === '/api/agent-acceptance-kit/anchor-live') continue;
      if (get && !path.includes('{') && !aboutOthers.test(path)) answers.push(await call(server().url + path));
      const example = posted?.requestBody?.content['application/json']!.example;
      if (example === undefined) continue;
      const answer = await post(server().url + path, example);
      expect(answer.status, path).toBeLessThan(300);
      answers.push(answer);
    }
    expect(answers.length).toBeGreaterThan(40);
    expect(answers.flatMap(({ text }) => placesOfTheWord(text))).toEqual([]);
  });

  test('status, card and the page of the agent tell who it is, who runs it and where it is registered', async () => {
    const status = (await call(`${server().url}/static/status.json`)).json;
    const { account } = agentFacts;
    expect(status).toMatchObject({
      agent: { name: agentFacts.name, demonstration: false, registration: { account, token_id: '484' } },
      network: 'ccd:4221332d34e1694168c2a0c0b3fd0f27',
    });
    const card = (await call(`${server().url}/.well-known/agent-card.json`)).json;
    expect(card).toMatchObject({
      name: agentFacts.name,
      provider: { organization: agentFacts.operator, url: agentFacts.url },
    });
    const run = await call(`${server().url}/run-your-own`);
    expect(run.text).toContain('<a href="https://code.harbour.example/service">');
    const { text } = await call(`${server().url}/agent`);
    for (const said of [
      agentFacts.name,
      agentFacts.operator,
      agentFacts.contact,
      'Token 484',
      'on Concordium Testnet',
      account.split(':')[2]!,
      '/a2a',
    ])
      expect(text).toContain(said);
    expect((await call(`${server().url}/receipts`)).text).toContain('No receipt is published here yet.');
    const { keys } = (await call(`${server().url}/static/keys.json`)).json as { keys: { kid: string; use: string }[] };
    const own = keys.filter(({ use }) => use !== 'service');
    expect(own.map(({ use }) => use).toSorted()).toEqual(['card', 'decisions']);
    for (const { kid } of own) expect(text).toContain(kid);
    expect((await call(`${server().url}/data/decision-receipts/index.json`)).json).toMatchObject({ receipts: [] });
  });

  test('the registration is in the file of ERC-8004, and the registered card is served as it was frozen', async () => {
    const registration = await call(`${server().url}/.well-known/agent-registration.json`);
    expect(registration.json).toMatchObject({
      type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
      name: agentFacts.name,
      registrations: [{ agentId: 484, agentRegistry: 'ccd:4221332d34e1694168c2a0c0b3fd0f27:10082,0' }],
    });
    expect(judgeCard(Buffer.from(registration.text), 'erc-8004-registration')).toEqual({ result: 'pass' });
    const card = await call(`${server().url}/.well-known/concordium-agent-card.json`);
    expect(card.text).toBe(await readFile(join(project().root, 'datasets/registered-card.json'), 'utf8'));
    expect(card.json).toMatchObject({
      url: 'https://harbour.example/.well-known/concordium-agent-card.json',
      concordium: {
        owner: agentFacts.account.split(':')[2],
        contracts: { cis8004: '10082,0' },
        tokenAddress: 'Mf22soLh1NuZYFgBK8iSs',
      },
    });
    expect(judgeCard(Buffer.from(card.text), 'a2a-agent-card')).toEqual({ result: 'pass' });
  });
};
