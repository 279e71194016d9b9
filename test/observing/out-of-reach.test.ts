import { expect, test } from 'vitest';
import { checkDatasets } from '../../src/dataset-files/check.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-texts.ts';
import { listTargets } from '../../src/domain/observation/observation-targets.ts';
import { findOutOfReach } from '../../src/domain/observation/out-of-reach.ts';
import { observatoryRecord } from '../support/observatory.ts';

const records = checkDatasets(readDatasetTexts('.')).records['verified-agent-observatory'].filter(
  ({ withdrawn_on }) => withdrawn_on === undefined,
);
const outOfReach = findOutOfReach(records);

test('every record is looked at, or says for each of its checks why it is not', () => {
  const seen = records.filter((record) => listTargets(record).length > 0);
  expect(outOfReach.length).toBe(records.length - seen.length);
  for (const { id, reasons } of outOfReach) {
    const { verifiable } = records.find((record) => record.id === id)!;
    expect(reasons.map(({ check }) => check)).toEqual(verifiable.map(({ check }) => check));
  }
});

test('no record with a contract on a chain that is read is out of reach', () => {
  const contracts = records
    .filter(({ identity }) =>
      identity.some(({ registry, contract }) => contract !== undefined || /^(eip155|solana):/.test(registry ?? '')),
    )
    .map(({ id }) => id);
  expect(contracts.length).toBeGreaterThan(0);
  expect(outOfReach.filter(({ id }) => contracts.includes(id))).toEqual([]);
});

test('a withdrawn record is neither looked at nor out of reach', () => {
  const record = observatoryRecord({
    withdrawn_on: '2026-12-31',
    withdrawn_reason: 'It asked to be left out.',
    compiled_on: '2026-12-31',
  });
  expect(listTargets(record)).toEqual([]);
  expect(findOutOfReach([record])).toEqual([]);
});
