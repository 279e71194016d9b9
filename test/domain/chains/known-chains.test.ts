import { expect, test } from 'vitest';
import {
  findAccountPage,
  findExpectedChain,
  findInstancePage,
  nameOfChain,
  withChainOfName,
} from '../../../src/domain/chains/known-chains.ts';

const concordium = 'ccd:9dd9ca4d19e9393877d2c44b70f89acb';
const registry = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432';

test('a known chain has a name, an unknown one stays as it is', () => {
  expect(nameOfChain('eip155:8453')).toBe('Base');
  expect(nameOfChain(concordium)).toBe('Concordium');
  expect(nameOfChain('eip155:999999999')).toBe('eip155:999999999');
});

test('accounts and instances have pages at the explorer of their chain', () => {
  expect(findAccountPage(`eip155:8453:${registry}`)).toBe(`https://basescan.org/address/${registry}`);
  expect(findInstancePage(concordium, { index: 10082, subindex: 0 })).toBe(
    'https://ccdscan.io/?dcount=1&dentity=contract&dcontractAddressIndex=10082&dcontractAddressSubIndex=0',
  );
  const almanac = 'fetch1mezzhfj7qgveewzwzdk6lz5sae4dunpmmsjr9u7z0tpmdsae8zmquq3y0y';
  expect(findAccountPage(`cosmos:fetchhub-4:${almanac}`)).toBe(`https://www.mintscan.io/fetchai/accounts/${almanac}`);
});

test('what has no known explorer or no address has no page', () => {
  expect(findAccountPage(`eip155:999999999:${registry}`)).toBeUndefined();
  expect(findAccountPage(`${concordium}:…`)).toBeUndefined();
  expect(findInstancePage('eip155:1', { index: 1, subindex: 0 })).toBeUndefined();
});

test('the chains of an unknown one’s namespace are listed, where they are few', () => {
  const testnet = 'ccd:4221332d34e1694168c2a0c0b3fd0f27';
  expect(findExpectedChain('ccd:testnet')).toContain(
    `: ${concordium} (Concordium) or ${testnet} (Concordium Testnet), or`,
  );
  expect(findExpectedChain('eip155:42221')).toMatch(/known-chains\.ts, or a new line there$/);
  expect(withChainOfName('ccd:testnet:3kBx')).toBe(`${testnet}:3kBx`);
  expect(withChainOfName('ccd:testnetwork:3kBx')).toBe('ccd:testnetwork:3kBx');
});
