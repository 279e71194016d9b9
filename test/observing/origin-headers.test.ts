import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forNamedAddresses, readOriginHeaders } from '../../src/observing/origin-headers.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (content: string, mode = 0o600) => {
  const path = join(folder, 'headers');
  writeFileSync(path, content);
  chmodSync(path, mode);
  return readOriginHeaders(path);
};

test('headers are kept for the origin that they are written for, and for no other', async () => {
  const headersOf = await read(
    '# keys\n\nhttps://example.org Authorization: Bearer a-key\nhttps://example.org x-more: 1\nhttp://127.0.0.1:8080 x-api-key: another\n',
  );
  expect(headersOf('https://example.org')).toEqual({ authorization: 'Bearer a-key', 'x-more': '1' });
  expect(headersOf('http://127.0.0.1:8080')).toEqual({ 'x-api-key': 'another' });
  expect(headersOf('https://www.example.org')).toEqual({});
  expect(headersOf('http://example.org')).toEqual({});
});

test.each([
  ['no origin', 'authorization: Bearer a-key'],
  ['an address with a path', 'https://example.org/path authorization: Bearer a-key'],
  ['http to another machine', 'http://example.org authorization: Bearer a-key'],
  ['a header that ends a line early', 'https://example.org authorization a-key'],
])('a line with %s is refused by its number, and nothing of it is repeated', async (_, line) => {
  const refused = read(`# first\n${line}\n`);
  await expect(refused).rejects.toThrow(/OBSERVE_HEADERS_FILE names cannot be used: line 2 is not of the form/);
  await expect(refused).rejects.not.toThrow(/a-key|example/);
});

test('a file that others can read, or that is not there, is refused', async () => {
  await expect(read('https://example.org a: b', 0o644)).rejects.toThrow(/other users can read it/);
  await expect(readOriginHeaders(join(folder, 'none'))).rejects.toThrow(/there is no such file/);
});

test('the headers of an origin go to named addresses alone, and below those of services that the maintainer names', () => {
  const headersOf = forNamedAddresses(
    () => ({ authorization: 'Bearer a-key' }),
    ['https://example.org/api/agents?page=1', 'HTTPS://Example.org/card#part', 'io.github.someone/a-name'],
    ['https://registry.example'],
  );
  const isSent = (address: string) => headersOf(new URL(address))['authorization'] !== undefined;
  expect(['https://example.org/api/agents?page=1', 'https://example.org/card'].every(isSent)).toBe(true);
  expect(isSent('https://registry.example/v0.1/servers/a')).toBe(true);
  for (const other of ['https://example.org/api/agents', 'https://example.org/', 'https://registry.example.net/a'])
    expect(isSent(other), other).toBe(false);
});
