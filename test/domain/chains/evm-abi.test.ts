import { describe, expect, test } from 'vitest';
import { decodeAnswer, encodeCall, findFunction, isValueOf } from '../../../src/domain/chains/evm-abi.ts';

const encode = (text: string, ...values: string[]) => encodeCall(findFunction(text)!, values);
const word = (digits: string) => digits.padStart(64, '0');

describe('a call', () => {
  test('is the selector of the function and one word for each argument (example of the specification)', () => {
    expect(encode('baz(uint32,bool)(bool)', '69', 'true')).toBe(`0xcdcd77c0${word('45')}${word('1')}`);
  });

  test('fills bytes from the left', () => {
    expect(encode('f(bytes4)(bool)', '0xffaa0011').slice(10)).toBe('ffaa0011'.padEnd(64, '0'));
  });

  test.each([
    'f(uint)(bool)',
    'f(uint7)(bool)',
    'f(bytes33)(bool)',
    'f(int8)(bool)',
    'f(string)(bool)',
    'f(uint256[])(bool)',
    'f()',
    'f()(bool,bool)',
    'f( )(bool)',
  ])('of %s cannot be written', (text) => expect(findFunction(text)).toBeUndefined());
});

describe('an answer', () => {
  test.each([
    ['uint256', word('ff'), '255'],
    ['bool', word('1'), 'true'],
    ['address', word('8004a169fb4a3325136eb29fa0ceb6d2e539a432'), '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'],
    ['bytes4', 'ffaa0011'.padEnd(64, '0'), '0xffaa0011'],
    ['string', `${word('20')}${word('2')}${'6869'.padEnd(64, '0')}`, 'hi'],
  ])('of type %s is read as it is written in records', (type, digits, value) => {
    expect(decodeAnswer(type, `0x${digits}`)).toBe(value);
    expect(isValueOf(type, value)).toBe(true);
  });

  test.each([
    ['uint8', word('100')],
    ['bool', word('2')],
    ['address', 'f'.repeat(64)],
    ['bytes4', 'f'.repeat(64)],
    ['uint256', `${word('1')}${word('1')}`],
    ['uint256', ''],
    ['string', word('20')],
    ['string', `${word('20')}${word('ffff')}`],
  ])('that is no %s is no answer: %s', (type, digits) => {
    expect(decodeAnswer(type, `0x${digits}`)).toBeUndefined();
  });

  test.each([
    ['uint8', '256'],
    ['uint256', '-1'],
    ['uint256', '01'],
    ['address', '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'],
    ['bool', '1'],
    ['bytes4', '0xFFAA0011'],
    ['fixed128x18', '1'],
  ])('of type %s is not written %s', (type, value) => {
    expect(isValueOf(type, value)).toBe(false);
  });
});
