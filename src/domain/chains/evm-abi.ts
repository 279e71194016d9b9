import { createHash } from 'node:crypto';
import { inChecksumCase, isEvmAddress } from './address-rules.ts';

/** A function of a contract that is read: what it takes and the one value that it returns. */
export interface EvmFunction {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly output: string;
}

/** How a value is written, and how the Contract ABI specification packs it into a word of 64 hexadecimal digits. */
interface WordType {
  readonly isValue: (text: string) => boolean;
  readonly toWord: (text: string) => string;
  readonly fromWord: (word: string) => string;
}

const padLeft = (digits: string): string => digits.padStart(64, '0');

const address: WordType = {
  isValue: (text) => isEvmAddress(text) && text === inChecksumCase(text),
  toWord: (text) => padLeft(text.slice(2).toLowerCase()),
  fromWord: (word) => inChecksumCase(`0x${word.slice(24)}`),
};

const bool: WordType = {
  isValue: (text) => text === 'true' || text === 'false',
  toWord: (text) => padLeft(text === 'true' ? '1' : '0'),
  fromWord: (word) => String(word.endsWith('1')),
};

const wholeNumber = (bits: number): WordType => ({
  isValue: (text) => /^(0|[1-9]\d{0,77})$/.test(text) && BigInt(text) < 2n ** BigInt(bits),
  toWord: (text) => padLeft(BigInt(text).toString(16)),
  fromWord: (word) => BigInt(`0x${word}`).toString(),
});

const fixedBytes = (length: number): WordType => ({
  isValue: (text) => new RegExp(`^0x[0-9a-f]{${length * 2}}$`).test(text),
  toWord: (text) => text.slice(2).padEnd(64, '0'),
  fromWord: (word) => `0x${word.slice(0, length * 2)}`,
});

/** The type of a name: `address`, `bool`, `uint8` to `uint256` or `bytes1` to `bytes32`; undefined for any other. */
const findWordType = (name: string): WordType | undefined => {
  if (name === 'address') return address;
  if (name === 'bool') return bool;
  const [, kind, size] = /^(uint|bytes)([1-9]\d{0,2})$/.exec(name) ?? [];
  const bytes = Number(size) / (kind === 'uint' ? 8 : 1);
  if (!Number.isInteger(bytes) || bytes > 32) return undefined;
  return kind === 'uint' ? wholeNumber(bytes * 8) : fixedBytes(bytes);
};

/**
 * A function in the form `name(inputs)(output)`, for instance `ownerOf(uint256)(address)`; undefined for anything else.
 * Types are `address`, `bool`, and `uint` and `bytes` with their size; the output may be a `string`.
 */
export const findFunction = (text: string): EvmFunction | undefined => {
  const [, name, taken, output] = /^([A-Za-z_$][\w$]{0,99})\(([a-z0-9,]*)\)\(([a-z0-9]+)\)$/.exec(text) ?? [];
  if (name === undefined || taken === undefined || output === undefined) return undefined;
  const inputs = taken === '' ? [] : taken.split(',');
  const isKnown = inputs.every(findWordType) && (output === 'string' || findWordType(output) !== undefined);
  return isKnown ? { name, inputs, output } : undefined;
};

/** Whether a text is a value of a type in the form that {@link decodeAnswer} gives: an address with its checksum, a number in decimal digits. */
export const isValueOf = (type: string, text: string): boolean =>
  type === 'string' ? text.isWellFormed() : (findWordType(type)?.isValue(text) ?? false);

/** The input of a call: the selector of the function, then its arguments (Contract ABI specification). */
export const encodeCall = ({ name, inputs }: EvmFunction, values: readonly string[]): string => {
  const selector = createHash('keccak-256')
    .update(`${name}(${inputs.join(',')})`)
    .digest('hex')
    .slice(0, 8);
  return `0x${selector}${inputs.map((type, at) => findWordType(type)!.toWord(values[at]!)).join('')}`;
};

const findText = (digits: string): string | undefined => {
  const bytes = Buffer.from(digits, 'hex');
  if (bytes.length < 64 || BigInt(`0x${digits.slice(0, 64)}`) !== 32n) return undefined;
  const length = BigInt(`0x${digits.slice(64, 128)}`);
  return length > bytes.length - 64 ? undefined : bytes.toString('utf8', 64, 64 + Number(length));
};

/** The value of a type in an answer; undefined for an answer of another form. */
export const decodeAnswer = (type: string, answer: string): string | undefined => {
  const digits = /^0x((?:[0-9a-f]{2})*)$/i.exec(answer)?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  if (type === 'string') return findText(digits);
  const known = findWordType(type);
  if (known === undefined || digits.length !== 64) return undefined;
  const value = known.fromWord(digits);
  return known.isValue(value) && known.toWord(value) === digits ? value : undefined;
};
