import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { contentKeeper } from '../../src/dataset-files/keep-contents.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { newFolder } from '../support/server.ts';

afterEach(() => vi.unstubAllEnvs());

const bytesOf = (pieces: Iterable<string | Uint8Array>): Buffer =>
  Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)));

test('contents of any size are made once, measured, and given back as often as they are asked for', async () => {
  const folder = await newFolder();
  vi.stubEnv('TMPDIR', folder);
  const large = 1_500_000;
  const contents = [
    ['ä, ', new Uint8Array([255, 0])],
    [],
    Array.from({ length: 3_000 }, (_, at) => `${at} – ${'y'.repeat(at % 900)}\n`),
    ['before', 'ß'.repeat(large), new Uint8Array(large).fill(7), 'after'],
  ];
  const keep = contentKeeper();
  const kept = contents.map((pieces) => keep(pieces.values()));
  for (const [at, { bytes, sha256, pieces }] of [...kept.entries()].toReversed()) {
    const expected = bytesOf(contents[at]!);
    expect([bytes, sha256]).toEqual([expected.length, sha256Hex(expected)]);
    expect([bytesOf(pieces()).equals(expected), bytesOf(pieces()).equals(expected)]).toEqual([true, true]);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test('a disk that takes nothing is named, with what to do', async () => {
  const folder = join(await newFolder(), 'missing');
  vi.stubEnv('TMPDIR', folder);
  expect(() => contentKeeper()(['text'])).toThrow(
    `expected space for all of them in ${folder}, or in another folder that TMPDIR names`,
  );
});
