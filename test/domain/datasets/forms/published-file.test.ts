import { expect, test } from 'vitest';
import { keptContent } from '../../../../src/domain/datasets/forms/published-file.ts';
import { sha256Hex } from '../../../../src/domain/json/hash.ts';

const MEGABYTE = 1_048_576;

/** A content of so many megabytes, and how often it was made. */
const content = (megabytes: number) => {
  let made = 0;
  const pieces = function* (): Generator<string | Uint8Array> {
    made += 1;
    yield 'ä'.repeat(MEGABYTE / 2);
    for (let at = 1; at < megabytes; at += 1) yield new Uint8Array(MEGABYTE).fill(at);
  };
  return { ...keptContent(pieces), times: () => made };
};

test.each([
  [2, 1],
  [65, 2],
])('a file of %i MB is made %i times when it is measured and written, with the same bytes', (megabytes, times) => {
  const file = content(megabytes);
  const written = Buffer.concat([...file.pieces()].map((piece) => Buffer.from(piece)));
  expect([file.bytes, file.sha256]).toEqual([megabytes * MEGABYTE, sha256Hex(written)]);
  expect([written.length, file.times()]).toEqual([file.bytes, times]);
});
