import { expect, test } from 'vitest';
import { checkObservatoryRecord } from '../../../../src/domain/datasets/observatory/observatory.ts';
import type { ObservatoryFile } from '../../../../src/domain/datasets/observatory/record.ts';
import { observatoryFile } from '../../../support/observatory.ts';

const registry = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432';
const source = 'https://github.com/example/example/blob/0000000000000000000000000000000000000000/README.md';
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

const onBase = { network: 'eip155:8453', block: '24000000' };
const identity = identityOn('eip155:1');

test.each<[string, ObservatoryFile['identity'][number]]>([
  ['the registry', { method: 'erc-8004', registry: `eip155:8453:${registry}` }],
  ['the token', { method: 'erc-8004', asset_id: `eip155:8453/erc721:${registry}/1` }],
  ['the account', { method: 'contract', account: `eip155:8453:${registry}` }],
])('a check can have read the chain of %s of an identity, and no other', (_, named) => {
  const verifiable = [{ check: 'registry_owner', ...ran, ...onBase }];
  expect(refused({ identity: [...identity, named], verifiable })).toEqual([]);
  expect(refused({ identity, verifiable })).toEqual(['verifiable.0.network']);
});

test('a check can have read the chain of a contract that the record says how to read', () => {
  const reads = [{ contract: `eip155:8453:${registry}`, function: 'totalSupply()(uint256)', at_least: '1', source }];
  const run = { check: 'contract_state', ...ran, ...onBase };
  expect(refused({ identity, verifiable: [{ ...run, reads }] })).toEqual([]);
  expect(refused({ identity, verifiable: [run] })).toEqual(['verifiable.0.network']);
});

test('a check of an index can have read the chain of the registry behind it, and names no block without its chain', () => {
  const places = { agent: '/data/agents/0/id', owner: '/data/agents/0/owner' };
  const entry = {
    url: source,
    query: '{ agents { id owner } }',
    registry: `eip155:8453:${registry}`,
    ...places,
    source,
  };
  const run = { check: 'index_agreement', ...ran, entries: [entry] };
  expect(refused({ identity, verifiable: [{ ...run, ...onBase }] })).toEqual([]);
  expect(refused({ identity, verifiable: [{ ...run, block: onBase.block }] })).toEqual(['verifiable.0.network']);
  expect(refused({ identity, verifiable: [run] })).toEqual([]);
});

test('only a check of a receipt can have read the chain of a receipt', () => {
  const receipts = { examples: [{ what: 'A payment.', network: 'eip155:8453' }] };
  const refusedOf = (check: string) => refused({ identity, receipts, verifiable: [{ check, ...ran, ...onBase }] });
  expect(refusedOf('transaction_exists')).toEqual([]);
  expect(refusedOf('receipt_verifies')).toEqual([]);
  expect(refusedOf('registry_owner')).toEqual(['verifiable.0.network']);
});
