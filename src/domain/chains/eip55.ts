import { createHash } from 'node:crypto';

/** An EVM address of any case, in the mixed case that contains its checksum (EIP-55). */
export const inChecksumCase = (address: string): string => {
  const digits = address.slice(2).toLowerCase();
  const hash = createHash('keccak-256').update(digits).digest('hex');
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
};

/** Whether the text is an EVM address: `0x` and 40 hexadecimal digits in any case. */
export const isEvmAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);
