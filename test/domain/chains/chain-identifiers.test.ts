import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAccount, checkAsset, checkSameChain, inChecksumCase } from '../../../src/domain/chains/address-rules.ts';
import { Caip2, Caip10, Caip19, partsOfCaip10, partsOfCaip19 } from '../../../src/domain/chains/caip.ts';
import { findTokenOfBadge, isConcordiumAccount } from '../../../src/domain/chains/concordium-reference.ts';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const account = '45aE2HcgANmWhX3dbq7iKT8MeWaYQCT5XYbwZfmPVSqp1maNbt';
const badge = 'Mf22soLh1NuZYFgBK8iSs';

const withOneCharacterChanged = (text: string) =>
  fc
    .tuple(fc.nat(text.length - 1), fc.constantFrom(...alphabet))
    .filter(([at, character]) => text[at] !== character)
    .map(([at, character]) => text.slice(0, at) + character + text.slice(at + 1));

describe('EVM addresses', () => {
  test.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s, a test vector of EIP-55, keeps its case from any case', (address) => {
    expect(inChecksumCase(address.toLowerCase())).toBe(address);
    expect(inChecksumCase(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  test('in the wrong case are refused with the right one', () => {
    expect(checkAccount('eip155:1:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toEqual([
      'the address is not in EIP-55 case; expected 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ]);
    expect(checkAccount('eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toEqual([]);
    expect(checkAccount('eip155:1:nobody')).toHaveLength(1);
    expect(checkAsset('eip155:1/erc721:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed/1')).toHaveLength(1);
  });
});

describe('Concordium addresses and badges', () => {
  test('are recognised without a node', () => {
    expect(isConcordiumAccount(account)).toBe(true);
    expect(findTokenOfBadge(badge)).toEqual({ contract: { index: 10082, subindex: 0 }, tokenId: '484' });
  });

  test('are not taken for each other', () => {
    expect(isConcordiumAccount(badge)).toBe(false);
    expect(findTokenOfBadge(account)).toBeUndefined();
  });

  test('with any one character changed fail their checksum', () => {
    fc.assert(fc.property(withOneCharacterChanged(account), (changed) => !isConcordiumAccount(changed)));
    fc.assert(fc.property(withOneCharacterChanged(badge), (changed) => findTokenOfBadge(changed) === undefined));
  });

  test('are refused without an exception, whatever the text', () => {
    fc.assert(fc.property(fc.string(), (text) => !isConcordiumAccount(text) && findTokenOfBadge(text) === undefined));
    expect(isConcordiumAccount('1'.repeat(100_000))).toBe(false);
  });
});

test('Starknet addresses are refused without their leading zeros, with the right one', () => {
  const digits = '33653298d42aca87f9c004c834c6830a08e8f1c0bd694faaa1412ec8fe77595';
  expect(checkAccount(`starknet:SN_MAIN:0x0${digits}`)).toEqual([]);
  expect(checkAccount(`starknet:SN_MAIN:0x${digits}`)).toEqual([
    `the address lacks its leading zeros; expected 0x0${digits}`,
  ]);
  expect(checkAccount('starknet:SN_MAIN:nobody')).toHaveLength(1);
  expect(checkAccount(`starknet:SN_MAIN:0x000${digits}`)).toHaveLength(1);
});

describe('CAIP identifiers', () => {
  test.each(['eip155:1', 'ccd:9dd9ca4d19e9393877d2c44b70f89acb', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'xrpl:0'])(
    '%s is a chain',
    (chain) => expect(Caip2.safeParse(chain).success).toBe(true),
  );

  test.each([
    'ethereum',
    'eip155',
    'EIP155:1',
    'eip155:',
    `a:1`,
    `eip155:${'1'.repeat(33)}`,
    'eip155:1:0x00',
    ' eip155:1',
  ])('%s is no chain', (chain) => expect(Caip2.safeParse(chain).success).toBe(false));

  test('come apart into what they are made of', () => {
    const agent = Caip10.parse('eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432');
    expect(partsOfCaip10(agent)).toEqual({
      chain: 'eip155:8453',
      namespace: 'eip155',
      reference: '8453',
      address: '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
    });
    const asset = Caip19.parse(`ccd:9dd9ca4d19e9393877d2c44b70f89acb/cis-2:${badge}`);
    expect(partsOfCaip19(asset)).toMatchObject({ standard: 'cis-2', reference: badge, tokenId: undefined });
    expect(Caip19.safeParse('eip155:1/erc721').success).toBe(false);
  });

  test('on another chain than the one beside them are refused, a longer chain name included', () => {
    expect(checkSameChain('eip155:10:0x00', 'eip155:1')).toHaveLength(1);
    expect(checkSameChain('eip155:1:0x00', 'eip155:1')).toEqual([]);
    expect(checkSameChain('eip155:1/erc721:0x00', 'eip155:1')).toEqual([]);
  });
});
