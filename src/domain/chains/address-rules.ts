import { createHash } from 'node:crypto';
import { type Caip2, type Caip10, type Caip19, partsOfCaip10, partsOfCaip19 } from './caip.ts';
import { findTokenOfBadge, isConcordiumAccount } from './concordium-reference.ts';

/** An EVM address of any case, in the mixed case that contains its checksum (EIP-55). */
export const inChecksumCase = (address: string): string => {
  const digits = address.slice(2).toLowerCase();
  const hash = createHash('keccak-256').update(digits).digest('hex');
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
};

/** Whether the text is an EVM address: `0x` and 40 hexadecimal digits in any case. */
export const isEvmAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

const checkEvmAddress = (address: string): string[] => {
  if (!isEvmAddress(address)) return ['the address is not an EVM address; expected 0x and 40 hexadecimal digits'];
  const checksummed = inChecksumCase(address);
  return address === checksummed ? [] : [`the address is not in EIP-55 case; expected ${checksummed}`];
};

/** CAIP-10 of Starknet: `0x` and 64 digits, leading zeros included, so that a contract has one address. */
const checkStarknetAddress = (address: string): string[] => {
  if (/^0x[0-9a-fA-F]{64}$/.test(address)) return [];
  const digits = /^0x([0-9a-fA-F]{1,63})$/.exec(address)?.[1];
  if (digits === undefined) return ['the address is not a Starknet address; expected 0x and 64 hexadecimal digits'];
  return [`the address lacks its leading zeros; expected 0x${digits.padStart(64, '0')}`];
};

/** The problems of the address of an account that can be found offline. */
export const checkAccount = (account: Caip10): string[] => {
  const { namespace, address } = partsOfCaip10(account);
  if (namespace === 'eip155') return checkEvmAddress(address);
  if (namespace === 'starknet') return checkStarknetAddress(address);
  if (namespace === 'ccd' && !isConcordiumAccount(address)) {
    return ['the address fails its checksum; expected a Concordium account in Base58Check'];
  }
  return [];
};

/** The problems of the contract or badge of an asset that can be found offline. */
export const checkAsset = (asset: Caip19): string[] => {
  const { chain, standard, reference } = partsOfCaip19(asset);
  if (chain.startsWith('eip155:')) return checkEvmAddress(reference);
  if (standard === 'cis-2' && findTokenOfBadge(reference) === undefined) {
    return ['the badge fails its checksum; expected a CIS-2 token address in Base58Check'];
  }
  return [];
};

/** A problem when an identifier is on a different chain than the one given with it. */
export const checkSameChain = (identifier: Caip10 | Caip19, chain: Caip2 | undefined): string[] =>
  chain === undefined || identifier.startsWith(`${chain}:`) || identifier.startsWith(`${chain}/`)
    ? []
    : [`is not on ${chain}, the chain given with it; expected the same chain`];
