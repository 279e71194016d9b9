import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkDataset } from '../../src/dataset-files/check.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import {
  CRITERIA_EDITION,
  criteriaRules,
  layerCriteria,
  levelCriteria,
} from '../../src/domain/datasets/accountability-map/criteria.ts';
import { checkTerms } from '../../src/domain/datasets/observatory/check-terms.ts';
import { recordSchema, type SchemaNode } from '../../src/domain/datasets/record/columns.ts';
import { OBSERVATIONS_FOLDER } from '../../src/domain/observation/observation.ts';
import { Decision, DecisionReceipt } from '../../src/domain/receipts/decision-receipt.ts';
import { DecisionTerms, Mandate } from '../../src/domain/receipts/mandate.ts';
import { Party, Provenance } from '../../src/domain/receipts/party.ts';
import { numberWord } from '../../src/domain/vocabulary/words.ts';
import { recordTemplates, templateOf } from '../support/record-templates.ts';
import { codes, column, section } from '../support/specification.ts';

const readme = readFileSync('datasets/README.md', 'utf8');
const agent = readFileSync('datasets/agent.yaml', 'utf8');
test.each([
  ['README.md', readFileSync('README.md', 'utf8')],
  ['SPEC.md §1.1', section('1.1')],
  ['CITATION.cff', readFileSync('CITATION.cff', 'utf8')],
  // Those who enter an agent of their own say there what they like.
  ...(/^demonstration: true$/m.test(agent) ? [['datasets/agent.yaml', agent]] : []),
])('%s names every dataset, and how many there are', (_, words) => {
  const text = words!.replaceAll(/\s+/g, ' ').toLowerCase();
  expect(text).toMatch(new RegExp(`\\b${numberWord(datasets.length)} (public )?datasets\\b`));
  expect(datasets.filter(({ title }) => !text.includes(title.toLowerCase()))).toEqual([]);
});

test('SPEC.md §6.1 has every dataset, and how many there are', () => {
  expect(section('6.1')).toContain(`The ${numberWord(datasets.length)} datasets`);
  expect(column('6.1')).toEqual(datasets.map(({ id }) => id));
});

test('datasets/README.md names every folder and file of datasets/, and every address of the data', () => {
  const here = readdirSync('datasets', { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => name !== 'README.md');
  const unnamed = [...here, `${OBSERVATIONS_FOLDER.replace('datasets/', '')}/`].filter(
    (name) => !readme.includes(`\n| \`${name}\` `),
  );
  expect(unnamed).toEqual([]);
  const addresses = codes(section('6.3')).filter((code) => /^\/(data|static)\//.test(code));
  expect(addresses).toContain('/data/datapackage.json');
  const inReadme = readme
    .replaceAll(/<(dataset|table|sha256|id|date)>/g, '{$1}')
    .replace('feed.json`, `feed.xml', (both) => `${both}\` \`/data/{dataset}/feed.xml`);
  expect(addresses.filter((address) => !inReadme.includes(`\`${address}\``))).toEqual([]);
});

test('datasets/README.md states the criteria of the layers in the words of the schema and of the page', () => {
  const text = readme.replaceAll(/\s+/g, ' ');
  const criteria = [
    ...Object.entries(levelCriteria).map(([level, meaning]) => `\`${level}\`: ${meaning}`),
    ...Object.entries(layerCriteria).map(
      ([layer, { native, partial, close }]) =>
        `**${layer}**: \`native\`: the system ${native} \`partial\`: it ${partial} ${close}`,
    ),
    ...Object.entries(criteriaRules).map(([name, rule]) => `**${name}**: ${rule}`),
    CRITERIA_EDITION,
  ];
  expect(criteria.filter((one) => !text.includes(one))).toEqual([]);
});

test('datasets/README.md has the checks of the vocabulary in the words of the schema and of the page', () => {
  const table = readme.slice(readme.search(/^\| `registry_owner`/m)).split('\n\n')[0]!;
  const rows = [...table.matchAll(/^\| `(\w+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(Object.entries(checkTerms).map(([name, term]) => [name, term.meaning, term.provesNot]));
});

test('the template of a decision receipt in datasets/README.md has every member but its proofs, and the words of each list', () => {
  const [, template] = /^### Template: decision receipt\n\n```json\n(.*?)^```$/ms.exec(readme)!;
  const { receipt_hash_sha256: _, signatures: __, ...members } = DecisionReceipt.shape;
  const shown = JSON.parse(template!) as Record<string, Record<string, unknown>>;
  expect(Object.keys(shown)).toEqual(Object.keys(members));
  const { agent, terms, mandate } = shown;
  expect([agent, terms, mandate].map((part) => Object.keys(part!))).toEqual(
    [Party, DecisionTerms, Mandate].map(({ shape }) => Object.keys(shape).filter((name) => name !== 'registry_ref')),
  );
  expect(shown['decision']).toBe(`<${Decision.options.join(', ')}>`);
  expect(mandate!['format']).toBe(`<${Mandate.shape.format.options.join(', ')}>`);
  expect(template).toContain(`<${Provenance.options.join(', ')}>`);
});

const membersOf = (schema: SchemaNode, path = ''): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    `${path}${name}`,
    ...membersOf(inner, `${path}${name}.`),
  ]),
  ...(schema.items ? membersOf(schema.items, path) : []),
];

const valuesIn = (schema: SchemaNode): string[] => [
  ...(schema.enum ?? []),
  ...Object.values(schema.properties ?? {}).flatMap(valuesIn),
  ...(schema.items ? valuesIn(schema.items) : []),
];

const membersIn = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((inner) => membersIn(inner, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [`${path}${name}`, ...membersIn(inner, `${path}${name}.`)]);
};

// All layers have the same members; the template shows a mechanism for one of them.
const ofAnyLayer = (member: string): string => member.replace(/^layers\.\w+\./, 'layers.identity.');

const common = new Set(
  membersIn(parse(recordTemplates[0]!)).filter((path) =>
    /^(confidence|doubts|sources|compiled_on|changes|withdrawn)/.test(path),
  ),
);

describe.each(datasets.map((dataset) => [dataset.id, dataset, templateOf.get(dataset.id)!] as const))(
  'the template of %s in datasets/README.md',
  (_, dataset, template) => {
    const schema = recordSchema(dataset.file);

    test('is a valid record', () => {
      const { id } = parse(template) as { id: string };
      expect(checkDataset(dataset, { [`${dataset.folder}/${id}.yaml`]: template }).problems).toEqual([]);
    });

    test('shows every member that a record can have', () => {
      const shown = new Set([...membersIn(parse(template)), ...common]);
      expect(membersOf(schema)).toContain('sources.url');
      expect(membersOf(schema).filter((member) => !shown.has(ofAnyLayer(member)))).toEqual([]);
    });

    test('names every value of every enumeration', () => {
      const words = new Set(`${template}${recordTemplates[0]}`.match(/[\w-]+/g));
      expect(valuesIn(schema)).toContain('git_snapshot');
      expect(valuesIn(schema).filter((value) => !words.has(value))).toEqual([]);
    });
  },
);
