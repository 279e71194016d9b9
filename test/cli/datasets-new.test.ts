import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { atTerminal } from '../support/at-terminal.ts';
import { runHere } from '../support/command-here.ts';
import { smallDatasets } from '../support/small-datasets.ts';

let root: string;
beforeEach(() => {
  root = smallDatasets();
});
afterEach(() => rmSync(root, { recursive: true }));

const MEMORY = 'governance-decision-memory';
const pathOf = (dataset: string, id: string) => join(root, 'datasets', dataset, `${id}.yaml`);
const beginning = (dataset: string) => ['new', dataset, '--root', root, '--today', '2026-11-21'];
const setting = (answers: Readonly<Record<string, string>>) =>
  Object.entries(answers).flatMap(([path, value]) => ['--set', `${path}=${value}`]);
const begin = (dataset: string, answers: Readonly<Record<string, string>>) =>
  runHere('cli/datasets.ts', [...beginning(dataset), ...setting(answers)]);
const check = () => runHere('cli/datasets.ts', ['check', '--root', root]);

const decision = {
  id: 'new-decision',
  title: 'A new decision',
  ecosystem: 'example',
  body: 'Example foundation',
  body_kind: 'foundation',
  decision_type: 'policy',
  'subject.kind': 'policy',
  'subject.ref': 'EX-2',
  'subject.name': 'Example policy',
  decision: 'It was decided that a new decision is needed, in a sentence that is longer than a line of the file.',
  date_basis: 'undated',
  date_precision: 'unknown',
  outcome: 'Nothing yet.',
  outcome_status: 'pending',
  agent_relevance: 'background',
  confidence: 'low',
  'sources[0].kind': 'web_page',
  'sources[0].url': 'https://example.org/decision',
  'sources[0].access': 'cited_not_read',
};

/** The answers that make a record once more. */
const answersOf = (value: unknown, path = ''): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.assign(
        {},
        ...Object.entries(value).map(([name, inner]) =>
          answersOf(inner, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`),
        ),
      )
    : { [path]: String(value) };

describe('npm run datasets -- new', () => {
  test('asks at a terminal for what is not given, again where the answer has a problem', async () => {
    const { id: _id, title: _title, body_kind: _kind, ...given } = decision;
    const { code, said } = await atTerminal(
      'cli/datasets.ts',
      [...beginning(MEMORY), ...setting(given)],
      [
        ['Optional members of the record', '\r'],
        ['id:', '../outside\r'],
        ['expected lower-case letters and digits', `${'\u007f'.repeat(10)}new-decision\r`],
        ['title:', 'A new decision\r'],
        ['body_kind:', '\r'],
        ['Optional members of subject', '\r'],
        ['doubts: add one?', 'n\r'],
        ['Optional members of sources[0]', '\r'],
        ['retrieved:', '\r'],
        ['add another?', 'n\r'],
      ],
    );
    expect(code, said).toBe(0);
    expect((await check()).code).toBe(0);
    const record = parse(readFileSync(pathOf(MEMORY, 'new-decision'), 'utf8'));
    expect(record).toMatchObject({
      title: 'A new decision',
      subject: { kind: 'policy', ref: 'EX-2' },
      sources: [{ url: 'https://example.org/decision', retrieved: '2026-11-21', archived_copy: 'not_searched' }],
      compiled_on: '2026-11-21',
      changes: [{ on: '2026-11-21', kind: 'added' }],
    });
    expect(Object.keys(record).at(-1)).toBe('changes');
  });

  test.each(['verified-agent-observatory', 'agent-accountability-map'])(
    'takes every answer of a record of %s beforehand, and then asks nothing',
    async (dataset) => {
      const [file] = readdirSync(join(root, 'datasets', dataset));
      const {
        changes: _,
        compiled_on: _on,
        ...record
      } = parse(readFileSync(join(root, 'datasets', dataset, file!), 'utf8')) as Record<string, unknown>;
      const { code, stderr } = await begin(dataset, answersOf({ ...record, id: 'once-more' }));
      expect(code, stderr).toBe(0);
      expect((await check()).code).toBe(0);
      expect(parse(readFileSync(pathOf(dataset, 'once-more'), 'utf8'))).toMatchObject({ ...record, id: 'once-more' });
    },
  );

  test.each<[string, string, Partial<Record<keyof typeof decision, string | undefined>>, RegExp]>([
    [
      'an invalid answer',
      MEMORY,
      { outcome_status: 'perhaps' },
      /outcome_status: expected one of in_effect, .*\. Nothing was written\.\n$/,
    ],
    ['a missing answer', MEMORY, { body_kind: undefined }, /body_kind: .* is missing\. Give it with --set body_kind=…/],
    [
      'a broken rule',
      MEMORY,
      { confidence: 'high' },
      /new-decision\.yaml:\d+: confidence: high needs a source with a commit/,
    ],
    ['a taken id', MEMORY, { id: 'example-decision' }, /example-decision\.yaml already exists; an id is never reused/],
    [
      'an id that leads out of the folder',
      MEMORY,
      { id: '../../outside' },
      /id: expected lower-case letters and digits/,
    ],
    [
      'an unknown dataset',
      'governance',
      {},
      /There is no dataset governance; expected one of verified-agent-observatory, /,
    ],
  ])('names %s and writes nothing', async (_, dataset, changed, words) => {
    const before = readFileSync(pathOf(MEMORY, 'example-decision'), 'utf8');
    const answers = Object.entries({ ...decision, ...changed }).filter(([, answer]) => answer !== undefined);
    const { code, stderr } = await begin(dataset, Object.fromEntries(answers) as Record<string, string>);
    expect(code).toBe(1);
    expect(stderr).toMatch(words);
    expect(existsSync(pathOf(MEMORY, 'new-decision'))).toBe(false);
    expect(readFileSync(pathOf(MEMORY, 'example-decision'), 'utf8')).toBe(before);
  });
});
