import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { datasets } from '../../src/dataset-files/registry.ts';
import { templateOf } from './record-templates.ts';

const project = join(import.meta.dirname, '../..');

const templates = datasets.map((dataset) => ({
  dataset,
  record: parse(templateOf.get(dataset.id)!) as Record<string, unknown>,
}));
const idIn = (dataset: string): unknown => templates.find((one) => one.dataset.id === dataset)!.record['id'];

/** A new folder that holds one record of each dataset, the one of its template, and the agent. */
export const smallDatasets = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'datasets-'));
  for (const { dataset, record: template } of templates) {
    // Neither a tombstone nor linked with records that are not there.
    const { withdrawn_on: _on, withdrawn_reason: _reason, system_change: _change, ...record } = template;
    for (const { member } of dataset.links) delete record[member];
    if (dataset.id === 'governance-decision-memory') record['outcome_status'] = 'in_effect';
    const missing = new Set(dataset.file.safeParse(record).error?.issues.map(({ path }) => path[0]));
    for (const { member, target } of dataset.links) if (missing.has(member)) record[member] = [idIn(target)];
    mkdirSync(join(root, dataset.folder), { recursive: true });
    writeFileSync(join(root, dataset.folder, `${String(record['id'])}.yaml`), stringify(record));
  }
  cpSync(join(project, 'datasets/agent.yaml'), join(root, 'datasets/agent.yaml'));
  return root;
};
