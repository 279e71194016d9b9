import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runHere } from '../support/command-here.ts';
import { finish, run } from '../support/server.ts';
import { smallDatasets } from '../support/small-datasets.ts';

let root: string;
beforeEach(() => {
  root = smallDatasets();
});
afterEach(() => rmSync(root, { recursive: true }));

const beginning = (dataset: string) => ['new', dataset, '--root', root, '--today', '2026-11-21'];
const lines = (answers: readonly string[]): string => answers.map((answer) => `${answer}\n`).join('');
const begin = (dataset: string, answers: readonly string[], ...args: string[]) =>
  runHere('cli/datasets.ts', [...beginning(dataset), ...args], {}, lines(answers));
const check = () => runHere('cli/datasets.ts', ['check', '--root', root]);
const pathOf = (dataset: string, id: string) => join(root, 'datasets', dataset, `${id}.yaml`);

/** Answers for a governance decision, in the order of its questions. */
const decision = [
  '', // no optional member
  'new-decision',
  'A new decision',
  'example',
  'Example foundation',
  'foundation',
  'policy',
  '', // no optional member of the subject
  'policy',
  'EX-2',
  'Example policy',
  'It was decided that a new decision is needed, in a sentence that is long enough to pass the end of the line in the file.',
  'undated',
  'unknown',
  'Nothing yet.',
  'pending',
  'background',
  'low',
  'n', // no doubt
  '', // no optional member of the source
  'web_page',
  'https://example.org/decision',
  '', // retrieved today
  'cited_not_read',
  'n', // no other source
];

describe('npm run datasets -- new', () => {
  test('asks for the members of a record, writes its file and finds no problem in it', async () => {
    const child = run('cli/datasets.ts', beginning('governance-decision-memory'), {});
    child.stdin!.end(lines(decision));
    const { code, stdout, stderr } = await finish(child);
    expect(stderr).toMatch(/title: /);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'datasets/governance-decision-memory/new-decision.yaml is written. No problems.\n',
    });
    expect((await check()).code).toBe(0);
    const record = parse(readFileSync(pathOf('governance-decision-memory', 'new-decision'), 'utf8'));
    expect(record).toMatchObject({
      id: 'new-decision',
      subject: { kind: 'policy', ref: 'EX-2' },
      sources: [{ url: 'https://example.org/decision', retrieved: '2026-11-21', archived_copy: 'not_searched' }],
      compiled_on: '2026-11-21',
      changes: [{ on: '2026-11-21', kind: 'added' }],
    });
    expect(Object.keys(record).at(-1)).toBe('changes');
  });

  test('takes answers given beforehand and asks only for the rest', async () => {
    const given = ['--set', 'id=given-decision', '--set', 'title=Given beforehand', '--set', 'decided_on=2026-05'];
    const answers = decision
      .filter((answer) => !['new-decision', 'A new decision'].includes(answer))
      .map((answer) => ({ undated: 'announcement', unknown: 'month' })[answer] ?? answer);
    const { code, stderr } = await begin('governance-decision-memory', answers, ...given);
    expect(stderr).not.toMatch(/^title: /m);
    expect(code).toBe(0);
    expect(parse(readFileSync(pathOf('governance-decision-memory', 'given-decision'), 'utf8'))).toMatchObject({
      title: 'Given beforehand',
      decided_on: '2026-05',
    });
  });

  test('names the invalid answer and writes nothing', async () => {
    const answers = decision.map((answer) => (answer === 'pending' ? 'perhaps' : answer));
    const { code, stderr } = await begin('governance-decision-memory', answers);
    expect(code).toBe(1);
    expect(stderr).toMatch(/outcome_status: expected one of in_effect, .*\. Nothing was written\.\n$/);
    expect(existsSync(pathOf('governance-decision-memory', 'new-decision'))).toBe(false);
  });

  test('names the first question without an answer and writes nothing', async () => {
    const { code, stderr } = await begin('governance-decision-memory', decision.slice(0, 5));
    expect(code).toBe(1);
    expect(stderr).toMatch(/No answer is left for: body_kind: /);
    expect(existsSync(pathOf('governance-decision-memory', 'new-decision'))).toBe(false);
  });

  test('writes nothing that breaks a rule of the dataset', async () => {
    const answers = decision.map((answer) => (answer === 'low' ? 'high' : answer));
    const { code, stderr } = await begin('governance-decision-memory', answers);
    expect(code).toBe(1);
    expect(stderr).toMatch(/new-decision\.yaml:\d+: confidence: high needs a source with a commit/);
    expect(existsSync(pathOf('governance-decision-memory', 'new-decision'))).toBe(false);
  });

  test('never writes over a record', async () => {
    const file = pathOf('governance-decision-memory', 'example-decision');
    const before = readFileSync(file, 'utf8');
    const answers = decision.map((answer) => (answer === 'new-decision' ? 'example-decision' : answer));
    const { code, stderr } = await begin('governance-decision-memory', answers);
    expect(code).toBe(1);
    expect(stderr).toMatch(/example-decision\.yaml already exists; an id is never reused/);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('an id cannot lead out of the folder', async () => {
    const answers = decision.map((answer) => (answer === 'new-decision' ? '../../outside' : answer));
    expect((await begin('governance-decision-memory', answers)).stderr).toMatch(
      /id: expected lower-case letters and digits/,
    );
  });

  test('an unknown dataset is an error that lists the known ones', async () => {
    const { code, stderr } = await begin('governance', []);
    expect(code).toBe(1);
    expect(stderr).toMatch(/There is no dataset governance; expected one of verified-agent-observatory, /);
  });

  test('asks for a record of the observatory and of the map alike', async () => {
    const source = ['', 'web_page', 'https://example.org/x', '', 'cited_not_read', 'n'];
    const observatory = [
      '',
      'new-agent',
      'New agent',
      'What it is.',
      'agent',
      '',
      'undisclosed',
      'A claim.',
      'self',
      'value',
      'domain',
      'example.org',
      'n',
      '',
      'endpoint_liveness',
      'Fetch it.',
      'n',
      '',
      'listed',
      'Its page.',
      'low',
      'n',
      ...['archived_copy', ...source.slice(1, -1), 'not_searched', 'n'],
    ];
    const layer = ['sources', 'none_found', 'https://example.org/x', 'whole text', 'n'];
    const map = [
      '',
      'new-system',
      'New system',
      'protocol',
      'example',
      'Somebody',
      'n',
      'draft',
      ...Array.from({ length: 8 }, () => layer).flat(),
      'low',
      'y',
      'Little was read.',
      'n',
      ...source.map((answer) => (answer === 'cited_not_read' ? 'stored_copy' : answer)),
    ];
    for (const [dataset, answers] of [
      ['verified-agent-observatory', observatory],
      ['agent-accountability-map', map],
    ] as const) {
      const { code, stdout, stderr } = await begin(dataset, answers);
      expect({ code, stdout }, stderr).toEqual({
        code: 0,
        stdout: expect.stringMatching(/is written\. No problems\.\n$/),
      });
    }
    expect((await check()).code).toBe(0);
  });
});
