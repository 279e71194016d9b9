import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { datasets } from '../../src/dataset-files/registry.ts';

const readme = readFileSync(join(import.meta.dirname, '../../datasets/README.md'), 'utf8');

/** The templates of records in datasets/README.md, in the order of the datasets. */
export const recordTemplates = [...readme.matchAll(/^## Template: .*?\n```yaml\n(.*?)^```$/gms)].map(
  ([, text]) => text!,
);

/** The template of each dataset, by its id. */
export const templateOf = new Map(datasets.map(({ id }, at) => [id as string, recordTemplates[at]!]));
