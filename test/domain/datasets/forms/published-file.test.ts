import { expect, test } from 'vitest';
import { contentOfAll } from '../../../../src/domain/datasets/forms/published-file.ts';
import { sha256Hex } from '../../../../src/domain/json/hash.ts';

test.each([
  [20_000, 1],
  [20_001, 2],
])(
  'what holds all of %i records is made %i times to be measured and written, with the same bytes',
  (records, times) => {
    let made = 0;
    const file = contentOfAll(records, function* () {
      made += 1;
      yield 'ä, ';
      yield new Uint8Array([255, 0]);
    });
    const written = Buffer.concat([...file.pieces()].map((piece) => Buffer.from(piece)));
    expect(written).toEqual(Buffer.from([0xc3, 0xa4, 0x2c, 0x20, 255, 0]));
    expect([file.bytes, file.sha256, made]).toEqual([6, sha256Hex(written), times]);
  },
);
