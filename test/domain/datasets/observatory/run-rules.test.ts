import { expect, test } from 'vitest';
import { checkObservatoryRecord } from '../../../../src/domain/datasets/observatory/observatory.ts';
import type { ObservatoryFile } from '../../../../src/domain/datasets/observatory/record.ts';
import { observatoryFile } from '../../../support/observatory.ts';

const ran = { how: 'As described.', result: 'pass', by: 'someone', on: '2026-01-01' } as const;
const hash = '0123456789abcdef'.repeat(4);

/** The members that rules refuse, of a record that has no receipt unless the test gives it one. */
const refused = (members: Partial<ObservatoryFile>): string[] => {
  const problems = checkObservatoryRecord(observatoryFile({ receipts: { offered: true }, ...members }));
  return problems.map(({ path }) => path.join('.'));
};

const identityOn = (chain_id: string): ObservatoryFile['identity'] => [{ method: 'custom-registry-onchain', chain_id }];

test.each([
  ['a height', 'eip155:8453', '24000000'],
  ['the first block', 'eip155:1', '0'],
  ['a slot of Solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '378901234'],
  ['a hash of Concordium', 'ccd:9dd9ca4d19e9393877d2c44b70f89acb', hash],
  ['a hash of Cardano', 'cip34:1-764824073', hash],
  ['a hash of an EVM chain', 'eip155:1', `0x${hash.toUpperCase()}`],
])('%s is a block', (_, network, block) => {
  const verifiable = [{ check: 'registry_owner', ...ran, network, block }];
  expect(refused({ identity: identityOn(network), verifiable })).toEqual([]);
});

test.each(['abc', 'latest', '-1', '1.5', '007', '0x16e3600', hash.slice(1), `${hash}0`])('%s is no block', (block) => {
  const verifiable = [{ check: 'registry_owner', ...ran, network: 'eip155:1', block }];
  expect(refused({ identity: identityOn('eip155:1'), verifiable })).toEqual(['verifiable.0.block']);
});

test('a passed check on a chain names the chain and the block, and any other a block only with its chain', () => {
  const identity = identityOn('eip155:1');
  const onBase = { network: 'eip155:8453', block: '24000000' };
  expect(refused({ identity, verifiable: [{ check: 'registry_owner', ...ran }] })).toEqual([
    'verifiable.0.network',
    'verifiable.0.block',
  ]);
  const run = { check: 'index_agreement', ...ran };
  expect(refused({ identity, verifiable: [{ ...run, ...onBase }] })).toEqual([]);
  expect(refused({ identity, verifiable: [{ ...run, block: onBase.block }] })).toEqual(['verifiable.0.network']);
  expect(refused({ identity, verifiable: [run] })).toEqual([]);
});
