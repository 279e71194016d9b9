import { expect, test } from 'vitest';
import {
  findAccountPage,
  findInstancePage,
  findNearestChain,
  findTokenPage,
  nameOfChain,
} from '../../../src/domain/chains/known-chains.ts';

const concordium = 'ccd:9dd9ca4d19e9393877d2c44b70f89acb';
const registry = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432';

test('a known chain has a name, an unknown one stays as it is', () => {
  expect(nameOfChain('eip155:8453')).toBe('Base');
  expect(nameOfChain(concordium)).toBe('Concordium');
  expect(nameOfChain('eip155:999999999')).toBe('eip155:999999999');
});

test('accounts, tokens and instances have pages at the explorer of their chain', () => {
  expect(findAccountPage(`eip155:8453:${registry}`)).toBe(`https://basescan.org/address/${registry}`);
  expect(findTokenPage(`eip155:1/erc721:${registry}/7`)).toBe(`https://etherscan.io/token/${registry}`);
  expect(findInstancePage(concordium, { index: 10082, subindex: 0 })).toBe(
    'https://ccdscan.io/?dcount=1&dentity=contract&dcontractAddressIndex=10082&dcontractAddressSubIndex=0',
  );
  const almanac = 'fetch1mezzhfj7qgveewzwzdk6lz5sae4dunpmmsjr9u7z0tpmdsae8zmquq3y0y';
  expect(findAccountPage(`cosmos:fetchhub-4:${almanac}`)).toBe(`https://www.mintscan.io/fetchai/accounts/${almanac}`);
});

test('what has no known explorer or no address has no page', () => {
  expect(findAccountPage(`eip155:999999999:${registry}`)).toBeUndefined();
  expect(findAccountPage(`${concordium}:…`)).toBeUndefined();
  expect(findTokenPage(`${concordium}/cis-2:Mf22soLh1NuZYFgBK8iSs`)).toBeUndefined();
  expect(findInstancePage('eip155:1', { index: 1, subindex: 0 })).toBeUndefined();
});

test.each([
  ['eip15:84532', 'eip155:84532'],
  ['eip155:42221', 'eip155:42220'],
  ['evm:8453', 'eip155:8453'],
  ['ccd:9dd9ca4d19e9393877d2c44b70f89acc', concordium],
  ['starknet:sn_main', 'starknet:SN_MAIN'],
  // Fewer letters of other chains differ, but they are of other namespaces.
  ['solana:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
])('the known chain nearest to %s is %s', (chain, nearest) => {
  expect(findNearestChain(chain)).toBe(nearest);
});
