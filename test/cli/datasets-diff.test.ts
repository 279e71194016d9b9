import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDatasets } from '../../src/dataset-files/check.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import { runHere } from '../support/command-here.ts';
import { openOddServer } from '../support/odd-server.ts';
import { runToEnd } from '../support/server.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const built = 'dist/client/static';
let root: string;

const fileOf = (dataset: string, id: string) => join(root, 'datasets', dataset, `${id}.yaml`);
const edit = (dataset: string, id: string, change: (text: string) => string) => {
  const file = fileOf(dataset, id);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};

const publish = async (): Promise<void> => {
  expect(await runHere('cli/datasets.ts', ['publish', '--root', root])).toMatchObject({ code: 0, stderr: '' });
};

/** Writes the documents that a build of the present files would publish. */
const build = () => {
  const { records } = checkDatasets(readDatasetTexts(root));
  mkdirSync(join(root, built), { recursive: true });
  for (const dataset of datasets) {
    const document = dataset.build(records[dataset.id] as never);
    writeFileSync(join(root, built, `${dataset.id}.json`), JSON.stringify(document));
  }
};

beforeEach(async () => {
  root = smallDatasets();
  await publish();
});
afterEach(() => rmSync(root, { recursive: true }));

const diff = (...args: string[]) => runHere('cli/datasets.ts', ['diff', '--root', root, ...args]);
const program = (...args: string[]) => runToEnd('cli/datasets.ts', ['diff', '--root', root, ...args]);

const withEntry = (text: string) =>
  `${text.trimEnd()}\n  - on: 2026-02-01\n    kind: changed\n    note: Looked at again.\n`.replace(
    'compiled_on: 2026-01-31',
    'compiled_on: 2026-02-01',
  );

test('unchanged records make no difference', async () => {
  const { code, stdout, stderr } = await program();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(datasets.map(({ id }) => `${id}: no difference\n`).join(''));
});

test('a changed record is reported member by member, old and new', async () => {
  edit('governance-decision-memory', 'example-decision', (text) =>
    withEntry(text.replace('outcome: What came of it.', 'outcome: Much came of it.')),
  );
  const { code, stdout } = await program('governance-decision-memory');
  expect(code).toBe(1);
  expect(stdout).toBe(
    [
      'governance-decision-memory: 1 changed',
      '  version 2026-01-31 → 2026-02-01, 1 → 1 record',
      '  example-decision: changed',
      '    outcome: What came of it. → Much came of it.',
      '    compiled_on: 2026-01-31 → 2026-02-01',
      '    + changes[2026-02-01]: {"on":"2026-02-01","kind":"changed","note":"Looked at again."}',
      '',
    ].join('\n'),
  );
});

test('added, withdrawn and vanished records stand out', async () => {
  const folder = join(root, 'datasets/governance-decision-memory');
  cpSync(join(folder, 'example-decision.yaml'), join(folder, 'gone-decision.yaml'));
  edit('governance-decision-memory', 'gone-decision', (text) =>
    text.replace('id: example-decision', 'id: gone-decision').replace('EX-1', 'EX-2'),
  );
  await publish();
  edit('governance-decision-memory', 'gone-decision', (text) => text.replace('id: gone-decision', 'id: new-decision'));
  cpSync(join(folder, 'gone-decision.yaml'), join(folder, 'new-decision.yaml'));
  rmSync(join(folder, 'gone-decision.yaml'));
  edit(
    'governance-decision-memory',
    'example-decision',
    (text) => `${text}withdrawn_on: 2026-01-31\nwithdrawn_reason: It was a mistake.\n`,
  );
  const { code, stdout } = await diff('governance-decision-memory');
  expect(code).toBe(2);
  expect(stdout).toMatch(/^governance-decision-memory: 1 added, 1 withdrawn, 1 vanished$/m);
  expect(stdout).toMatch(/^ {2}new-decision: added$/m);
  expect(stdout).toMatch(/^ {2}example-decision: withdrawn\n {4}\+ withdrawn_on: 2026-01-31$/m);
  expect(stdout).toMatch(/^ {2}gone-decision: REMOVED WITHOUT A TOMBSTONE/m);
});

test('an entry put into a list is one change, not many', async () => {
  edit('verified-agent-observatory', 'example-agent', (text) =>
    withEntry(
      text.replace(
        'sources:\n',
        'sources:\n  - kind: web_page\n    url: https://example.org/first\n    retrieved: 2026-01-31\n    access: cited_not_read\n',
      ),
    ),
  );
  const { stdout } = await diff('verified-agent-observatory');
  expect(stdout.split('\n').filter((line) => line.includes('sources'))).toEqual([
    expect.stringMatching(/^ {4}\+ sources\[https:\/\/example\.org\/first\]: \{"kind":"web_page"/),
  ]);
});

test('a change on the day that was published is said to be one', async () => {
  edit('governance-decision-memory', 'example-decision', (text) => text.replace('outcome: What', 'outcome: All that'));
  const { stdout } = await diff('governance-decision-memory');
  expect(stdout).toContain('version 2026-01-31 → 2026-01-31 (changed again on the day of its version), 1 → 1 record');
});

test('a document can be named as a file', async () => {
  build();
  const file = join(root, built, 'agent-accountability-map.json');
  const { code, stdout } = await diff('--against', file);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'agent-accountability-map: no difference\n' });
});

test('a service can be named by its address', async () => {
  build();
  const server = await openOddServer((request, answer) =>
    answer.setHeader('content-type', 'application/json').end(readFileSync(join(root, 'dist/client', request.url!))),
  );
  const { code, stdout } = await diff('--against', server.url);
  await server.close();
  expect({ code, stdout }).toEqual({ code: 0, stdout: datasets.map(({ id }) => `${id}: no difference\n`).join('') });
  expect(server.asked).toEqual(datasets.map(({ id }) => `/static/${id}.json`));
});

test('files with problems are reported, and readable records are still compared', async () => {
  edit('governance-decision-memory', 'example-decision', (text) =>
    text.replace('ecosystem: example', 'ecosystem: other'),
  );
  writeFileSync(fileOf('agent-accountability-map', 'broken'), 'null');
  const { code, stdout, stderr } = await diff();
  expect(code).toBe(2);
  expect(stderr).toMatch(/broken\.yaml:1: file: is null; expected an object/);
  expect(stdout).toMatch(/ecosystem: example → other/);
});

test.each([
  [['--against', 'nowhere.json'], /nowhere\.json does not exist\./],
  [['--against', 'package.json'], /package\.json is not a published dataset document\./],
  [['--against', 'http://no-such-host.invalid/'], /cannot be read \(dns_failed\)\./],
  [['everything'], /There is no dataset everything/],
])('an impossible comparison is an error with exit code 2: %j', async (args, message) => {
  const { code, stderr } = await diff(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test('without an earlier version there is nothing to compare with', async () => {
  rmSync(join(root, 'datasets/published'), { recursive: true });
  const { code, stderr } = await program();
  expect(code).toBe(2);
  expect(stderr).toMatch(/Specify what to compare with: --against/);
});
