import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentText, listDocumentPieces } from '../../../src/domain/json/document-text.ts';
import { hashOf, hashOfList, measurePieces, sha256Hex } from '../../../src/domain/json/hash.ts';

const jsonLists = fc.array(fc.jsonValue(), { maxLength: 8 });

test('a document is the same text in pieces', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), jsonLists, (members, entries) => {
      const { entries: _, ...about } = members;
      expect([...listDocumentPieces(about, 'entries', entries)].join('')).toBe(documentText({ ...about, entries }));
    }),
  );
});

test('a list has the same hash one value after the other', () => {
  fc.assert(
    fc.property(jsonLists, (values) => {
      expect(hashOfList(values)).toBe(hashOf(values));
    }),
  );
});

test('pieces have the size and hash of their whole', () => {
  const pieces = ['', 'ä€', '😀', '\n', 'plain'];
  const whole = pieces.join('');
  expect(measurePieces(pieces)).toEqual({ bytes: Buffer.byteLength(whole), sha256: sha256Hex(whole) });
});
