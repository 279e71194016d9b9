import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDatasets } from '../../src/dataset-files/check.ts';
import { problemReport } from '../../src/dataset-files/problem-report.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const root = join(import.meta.dirname, '../..');
const fixtures = join(root, 'test/fixtures/datasets');
/** One record of each dataset: enough for the faults of one file, and checked in a tenth of the time. */
const few = readDatasetTexts(smallDatasets());
/** The case that speaks of the words of all published records. */
const OF_PUBLISHED = 'unknown-words_refused';
const cases = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('bad dataset files are refused', () => {
  test.each(cases)('%s', (name) => {
    const others = name === OF_PUBLISHED ? readDatasetTexts(root) : few;
    const { problems } = checkDatasets({ ...others, ...readDatasetTexts(join(fixtures, name)) });
    expect(`${problemReport(problems)}\n`).toBe(readFileSync(join(fixtures, name, 'report.txt'), 'utf8'));
    expect(problems).not.toHaveLength(0);
  });

  test('a dataset without a record and a missing agent file are problems', () => {
    const expected = [
      'datasets/agent.yaml:1: file: is missing; expected the facts about the agent',
      ...datasets.map(({ id }) => `datasets/${id}:1: file: holds no record; expected at least one .yaml file`),
    ];
    const end = `${expected.length} problems in ${expected.length} files. The members are described in datasets/README.md.`;
    expect(problemReport(checkDatasets({}).problems)).toBe([...expected.toSorted(), end].join('\n'));
  });

  const system = 'datasets/agent-accountability-map/example-registry.yaml';
  const decision = 'datasets/governance-decision-memory/example-decision.yaml';
  const linked = {
    ...few,
    [system]: `${few[system]}related_decisions: [example-decision]\n`,
    [decision]: `${few[decision]}related_systems: [example-registry]\n`,
  };

  test('a link to a record whose file is broken is not reported as well', () => {
    expect(checkDatasets(linked).problems).toEqual([]);
    const { problems } = checkDatasets({ ...linked, [system]: 'null' });
    expect(problems.map(({ file }) => file)).toEqual([system]);
  });

  test('the links of a record that breaks a rule are looked at too', () => {
    const text = linked[system]!.replace('[example-decision]', '[gone]').replace('  - eip155:1\n', '$&$&');
    const { problems } = checkDatasets({ ...linked, [system]: text });
    expect(problems.map(({ field }) => field)).toEqual(['chains[1]', 'related_decisions[0]', 'related_systems[0]']);
  });
});
