import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { criteriaRules, layerCriteria } from '../../../../src/domain/datasets/accountability-map/criteria.ts';
import type { MapRecord } from '../../../../src/domain/datasets/accountability-map/record.ts';
import { layerLevelTerms, layerTerms } from '../../../../src/domain/datasets/accountability-map/terms.ts';

const folder = 'datasets/agent-accountability-map';
const records = readdirSync(folder).map((name) => parse(readFileSync(`${folder}/${name}`, 'utf8')) as MapRecord);

const said = (terms: Record<string, { label: string }>) =>
  new Map(Object.entries(terms).map(([id, { label }]) => [label.toLowerCase(), id]));
const layers = said(layerTerms);
const levels = said(layerLevelTerms);
const example = new RegExp(
  `(?<=\\. )([^.;]+?)(?:, (${[...layers.keys()].join('|')}))?: (${[...levels.keys()].join('|')}), since `,
  'g',
);

/** The worked examples of a text, each as the level that it says and the one of the record. */
const examplesOf = (text: string, of?: string) =>
  [...text.matchAll(example)].map(([, name, layer, level]) => {
    const named = (record: MapRecord) => [record.name, ...(record.aliases ?? [])];
    const system =
      records.find((record) => named(record).includes(name!)) ??
      records.find((record) => record.name.startsWith(`${name} `));
    const cell = (layer === undefined ? of : layers.get(layer)) as keyof MapRecord['layers'];
    return { name, cell, says: levels.get(level!), is: system?.layers[cell].level };
  });

test.each([
  ...Object.entries(criteriaRules).map(([rule, text]) => [rule, examplesOf(text)] as const),
  ...Object.entries(layerCriteria).map(([layer, { close }]) => [layer, examplesOf(close, layer)] as const),
])('the worked examples of “%s” have the levels of the map', (_, examples) => {
  expect(examples.length).toBeGreaterThanOrEqual(2);
  expect(examples.filter(({ says, is }) => says !== is)).toEqual([]);
});
