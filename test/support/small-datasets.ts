import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { datasets } from '../../src/dataset-files/registry.ts';

const project = join(import.meta.dirname, '../..');

/** The folder of each dataset and the heading of its template in datasets/README.md. */
const templates = {
  'verified-agent-observatory': 'observatory record',
  'agent-accountability-map': 'accountability map record',
  'governance-decision-memory': 'governance decision record',
} as const;

/** Links to records that are not there, and what makes a record a tombstone. */
const leftOut = [
  ...datasets.flatMap(({ links }) => links.map(({ member }) => member)),
  'withdrawn_on',
  'withdrawn_reason',
];

/** A new folder that holds one record of each dataset, the one of its template, and the agent. */
export const smallDatasets = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'datasets-'));
  const readme = readFileSync(join(project, 'datasets/README.md'), 'utf8');
  for (const [dataset, heading] of Object.entries(templates)) {
    const text = readme.split(`## Template: ${heading}`)[1]!.split('```yaml\n')[1]!.split('```')[0]!;
    const record = parse(text) as Record<string, unknown>;
    for (const member of leftOut) delete record[member];
    if (dataset === 'governance-decision-memory') record['outcome_status'] = 'in_effect';
    mkdirSync(join(root, 'datasets', dataset), { recursive: true });
    writeFileSync(join(root, 'datasets', dataset, `${String(record['id'])}.yaml`), stringify(record));
  }
  cpSync(join(project, 'datasets/agent.yaml'), join(root, 'datasets/agent.yaml'));
  return root;
};
