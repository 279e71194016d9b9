import { createHash } from 'node:crypto';
import { inChecksumCase, isEvmAddress } from './address-rules.ts';

/** A function of a contract that is read: what it takes and the one value that it returns. */
export interface EvmFunction {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly output: string;
}

/** How one type of the Contract ABI specification is written and packed into a word, in hexadecimal digits. */
interface WordType {
  readonly isValue: (text: string) => boolean;
  readonly toWord: (text: string) => string;
  readonly fromWord: (word: string) => string;
}

const WORD = 64;
const padLeft = (digits: string): string => digits.padStart(WORD, '0');
const padRight = (digits: string): string => digits.padEnd(Math.ceil(digits.length / WORD) * WORD, '0');

const wholeNumber = (bits: number, isSigned: boolean): WordType => ({
  isValue: (text) => {
    if (!/^(0|-?[1-9]\d{0,77})$/.test(text)) return false;
    const value = BigInt(text);
    return value === (isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
  },
  toWord: (text) => padLeft(BigInt.asUintN(256, BigInt(text)).toString(16)),
  fromWord: (word) => (isSigned ? BigInt.asIntN(256, BigInt(`0x${word}`)) : BigInt(`0x${word}`)).toString(),
});

const wordTypes: Readonly<Record<string, WordType>> = {
  address: {
    isValue: (text) => isEvmAddress(text) && text === inChecksumCase(text),
    toWord: (text) => padLeft(text.slice(2).toLowerCase()),
    fromWord: (word) => inChecksumCase(`0x${word.slice(24)}`),
  },
  bool: {
    isValue: (text) => text === 'true' || text === 'false',
    toWord: (text) => padLeft(text === 'true' ? '1' : '0'),
    fromWord: (word) => String(word.endsWith('1')),
  },
  ...Object.fromEntries(
    Array.from({ length: 32 }, (_, at) => at + 1).flatMap((bytes): [string, WordType][] => [
      [`uint${bytes * 8}`, wholeNumber(bytes * 8, false)],
      [`int${bytes * 8}`, wholeNumber(bytes * 8, true)],
      [
        `bytes${bytes}`,
        {
          isValue: (text) => new RegExp(`^0x[0-9a-f]{${bytes * 2}}$`).test(text),
          toWord: (text) => padRight(text.slice(2)),
          fromWord: (word) => `0x${word.slice(0, bytes * 2)}`,
        },
      ],
    ]),
  ),
};

const isType = (type: string): boolean => type === 'string' || Object.hasOwn(wordTypes, type);

/**
 * A function in the form `name(inputs)(output)`, for instance `ownerOf(uint256)(address)`; undefined for anything else.
 * Types are `address`, `bool`, `string`, and `uint`, `int` and `bytes` with their size.
 */
export const findFunction = (text: string): EvmFunction | undefined => {
  const [, name, taken, output] = /^([A-Za-z_$][\w$]{0,99})\(([a-z0-9,]*)\)\(([a-z0-9]+)\)$/.exec(text) ?? [];
  if (name === undefined || taken === undefined || output === undefined) return undefined;
  const inputs = taken === '' ? [] : taken.split(',');
  return [...inputs, output].every(isType) ? { name, inputs, output } : undefined;
};

/** Whether a text is a value of a type in the form that {@link decodeAnswer} gives: an address with its checksum, a number in decimal digits. */
export const isValueOf = (type: string, text: string): boolean =>
  type === 'string' ? text.isWellFormed() : (wordTypes[type]?.isValue(text) ?? false);

/** The input of a call: the selector of the function, then its arguments (Contract ABI specification). */
export const encodeCall = ({ name, inputs }: EvmFunction, values: readonly string[]): string => {
  const selector = createHash('keccak-256')
    .update(`${name}(${inputs.join(',')})`)
    .digest('hex')
    .slice(0, 8);
  let tail = '';
  const head = inputs.map((type, at) => {
    if (type !== 'string') return wordTypes[type]!.toWord(values[at]!);
    const start = inputs.length * (WORD / 2) + tail.length / 2;
    const bytes = Buffer.from(values[at]!);
    tail += padLeft(bytes.length.toString(16)) + padRight(bytes.toString('hex'));
    return padLeft(start.toString(16));
  });
  return `0x${selector}${head.join('')}${tail}`;
};

const findText = (answer: string): string | undefined => {
  const bytes = Buffer.from(answer.slice(2), 'hex');
  const wordAt = (at: number) => (at + 32 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 24)) : undefined);
  const offset = wordAt(0);
  const length = offset === undefined ? undefined : wordAt(offset);
  if (offset === undefined || length === undefined) return undefined;
  const text = bytes.subarray(offset + 32, offset + 32 + length);
  return text.length === length ? text.toString('utf8') : undefined;
};

/** The value of a type in an answer; undefined for an answer of another form. */
export const decodeAnswer = (type: string, answer: string): string | undefined => {
  if (!/^0x([0-9a-f]{2})*$/i.test(answer)) return undefined;
  if (type === 'string') return findText(answer);
  const word = answer.slice(2).toLowerCase();
  const known = wordTypes[type];
  if (known === undefined || word.length !== WORD) return undefined;
  const value = known.fromWord(word);
  return known.isValue(value) && known.toWord(value) === word ? value : undefined;
};
