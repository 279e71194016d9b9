import { expect, test } from 'vitest';
import { loadDocuments, loadLinkedRecords } from '../../../../src/dataset-files/load.ts';
import { datasets } from '../../../../src/dataset-files/registry.ts';
import { linkedIds } from '../../../../src/domain/datasets/record/record.ts';

test('the page of a record shows every link that is declared with a label, from both sides', () => {
  const documents = loadDocuments();
  let links = 0;
  for (const { id, links: declared } of datasets)
    for (const { member, target, label, labelBack } of declared)
      for (const record of documents[id].entries) {
        const ids = linkedIds(record, member);
        const shown = loadLinkedRecords(id, record).find((one) => one.label === label && one.dataset === target);
        expect(shown?.records.map((one) => one.id) ?? [], `${record.id} ${member}`).toEqual(ids);
        links += ids.length;
        for (const other of documents[target as typeof id].entries.filter((one) => ids.includes(one.id))) {
          const back = loadLinkedRecords(target as typeof id, other).find((one) => one.label === labelBack);
          if (labelBack !== undefined) expect(back?.records.map((one) => one.id)).toContain(record.id);
        }
      }
  expect(links).toBeGreaterThan(0);
});
