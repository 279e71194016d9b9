import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildKeysDocument } from '../../src/domain/keys/keys-document.ts';
import { type PublicKey } from '../../src/domain/keys/public-key.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { newSigningKey } from '../../src/signing/key-file.ts';
import { openSigner } from '../../src/signing/sign.ts';
import { runHere } from '../support/command-here.ts';
import { acceptedReceipt } from '../support/receipts.ts';
import { runToEnd } from '../support/server.ts';

const scratch = mkdtempSync(join(tmpdir(), 'verify-keys-'));
const signer = await newSigningKey('decisions');
const other = await newSigningKey('decisions');
const listed = (key: typeof signer): PublicKey => ({
  kid: key.kid,
  use: key.use,
  public_key: key.publicJwk,
  valid_from: '2026-01-01T00:00:00Z',
});
const signed = JSON.stringify({
  ...acceptedReceipt,
  receipt_hash_sha256: receiptHash(acceptedReceipt),
  signatures: [
    await openSigner(signer).sign(acceptedReceipt, 'receipt_hash_sha256', new Date(acceptedReceipt.decided_at)),
  ],
});
const write = (name: string, content: object | string): string => {
  const path = join(scratch, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const receipt = write('receipt.json', signed);
const keysFile = write('keys.json', buildKeysDocument([listed(signer), listed(other)]));

/** A service that publishes a receipt and its keys. */
const server = createServer((request, response) => {
  if (request.url === '/receipt.json') response.end(signed);
  else if (request.url === '/static/keys.json') response.end(JSON.stringify(buildKeysDocument([listed(signer)])));
  else response.writeHead(404).end('{}');
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(scratch, { recursive: true });
});

/** The beginning of its thumbprint, as a headline gives it. */
const short = `${signer.kid.slice(0, 8)}…`;

const verify = (...args: string[]) => runHere('cli/verify.ts', args);

describe('a signed receipt', () => {
  test('is signed by a key that the service publishes, where its address was given', async () => {
    const { code, stdout } = await runToEnd('cli/verify.ts', [`${base}/receipt.json`]);
    expect(stdout).toContain(`Intact and signed by decision key ${short} (published at ${base}).`);
    expect(stdout).toContain(`Signed by a key that is published at ${base}`);
    expect(stdout).toContain('\nNext: ');
    expect(code).toBe(2);
    expect((await verify(receipt, '--from', base)).stdout).toContain(`Signed by a key that is published at ${base}`);
  });

  test('is judged by the keys of a file or of an address', async () => {
    expect((await verify(receipt, '--keys', keysFile)).stdout).toContain(
      `signed by decision key ${short} (listed in keys.json)`,
    );
    const address = `${base}/static/keys.json`;
    expect((await verify(receipt, '--keys', address)).stdout).toContain(`(published at ${address})`);
    const elsewhere = await verify(receipt, '--keys', write('other.json', buildKeysDocument([listed(other)])));
    expect(elsewhere.stdout).toMatch(/^unverified +signature +The key is not among the keys at hand/m);
    expect(elsewhere.stdout).toContain('Exit code 2, as not everything is shown: From whom? Since when?\n');
    expect((await verify('--help')).stdout).toContain('2 does not mean signed');
  });

  test('shows no origin without keys, and says where to get them', async () => {
    const { code, stdout } = await verify(receipt);
    expect([code, stdout]).toEqual([2, expect.stringMatching(/Next: Get the keys of the signer/)]);
  });
});

test.each<[string, () => string[], RegExp]>([
  ['lies about a thumbprint', () => ['--keys', write('lie.json', buildKeysDocument([{ ...listed(signer), kid: other.kid }]))], /refused:\n\/keys\/0\/kid: is not the thumbprint/],
  ['names an id twice', () => ['--keys', write('twice.json', buildKeysDocument([listed(signer), listed(signer)]))], /refused:\n\/keys\/1\/kid: stands twice/],
  ['is no list of keys', () => ['--keys', receipt], /refused:\n(\/\w+: (expected|ends) [^\n]*\n)+$/],
  ['is no JSON', () => ['--keys', write('text.json', 'keys')], /not acceptable JSON/],
  ['has no end', () => ['--keys', '/dev/zero'], /^\/dev\/zero has more than the \d+ bytes/],
  ['is not there', () => ['--keys', join(scratch, 'missing.json')], /no readable keys file missing\.json/],
])('a list of keys that %s is refused by name', async (_, args, words) => {
  const { code, stderr } = await verify(receipt, ...args());
  expect([code, stderr]).toEqual([3, expect.stringMatching(words)]);
}); // prettier-ignore
