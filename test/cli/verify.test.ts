import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { buildEvidencePack } from '../../src/domain/adjudication/build-evidence-pack.ts';
import { runWorkOrder } from '../../src/domain/adjudication/run-work-order.ts';
import { buildKeysDocument } from '../../src/domain/keys/keys-document.ts';
import type { PublicKey } from '../../src/domain/keys/public-key.ts';
import { receiptCanonicalText } from '../../src/domain/receipts/decision-receipt.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import type { Verification } from '../../src/domain/verification/verification.ts';
import { newSigningKey } from '../../src/signing/key-file.ts';
import { openSigner } from '../../src/signing/sign.ts';
import { runHere } from '../support/command-here.ts';
import { openOddServer } from '../support/odd-server.ts';
import { acceptedReceipt, finalAnchor } from '../support/receipts.ts';
import { runToEnd } from '../support/server.ts';
import { smallOrderKeys } from '../support/small-order-keys.ts';

const root = join(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'verify-'));
const hash = receiptHash(acceptedReceipt);
const anchored = JSON.stringify(
  buildEvidencePack({ receipt: acceptedReceipt, anchor: finalAnchor(hash), baseUrl: 'https://service.example' }),
);

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
  receipt_hash_sha256: hash,
  signatures: [await openSigner(signer)(receiptCanonicalText(acceptedReceipt), new Date(acceptedReceipt.decided_at))],
});

/** 40 MB of spaces in 40 KB. */
const bomb = gzipSync(Buffer.alloc(40_000_000, ' '));

const elsewhere = await openOddServer((_, response) => response.end(signed));
/** A service that publishes a receipt and its keys, leads elsewhere, and has documents without measure. */
const server = await openOddServer(({ url }, response) => {
  if (url === '/receipt.json') response.end(signed);
  else if (url === '/static/keys.json') response.end(JSON.stringify(buildKeysDocument([listed(signer)])));
  else if (url === '/moved') response.writeHead(301, { location: '/receipt.json' }).end();
  else if (url === '/elsewhere') response.writeHead(302, { location: `${elsewhere.url}/receipt.json` }).end();
  else if (url === '/forged') response.writeHead(302, { location: 'http://x.example/\u009b2J' }).end();
  else if (url === '/page') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>');
  else if (url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  else if (url === '/endless') {
    const feed = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', feed);
    };
    feed();
  } else response.writeHead(404).end('{}');
});
const base = server.url;
afterAll(async () => {
  await Promise.all([server.close(), elsewhere.close()]);
});

const program = (...args: string[]) => runToEnd('cli/verify.ts', args);
const run = (...args: string[]) => runHere('cli/verify.ts', args);

const write = (name: string, content: object | string): string => {
  writeFileSync(join(scratch, name), typeof content === 'string' ? content : JSON.stringify(content));
  return join(scratch, name);
};

/** The exit code and standard error of the command, whose reader closes the pipe without reading. */
const runUnread = (...args: string[]) =>
  new Promise<{ code: number | null; stderr: string }>((resolve) => {
    const child = spawn(process.execPath, ['src/cli/verify.ts', ...args], { cwd: root });
    let stderr = '';
    child.stdout.destroy();
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    child.on('close', (code) => resolve({ code, stderr }));
  });

const runnerReceipt = runWorkOrder({ request: {}, freshSeed: 'command line' });

describe('verifying', () => {
  test('a downloaded runner receipt exits with 2, since previews are not signed, and lists each check', async () => {
    const { code, stdout } = await program(write('run.json', JSON.stringify(runnerReceipt, null, 2)));
    expect(code).toBe(2);
    for (const id of ['well_formed', 'schema', 'canonical_form', 'hash', 'linked_hashes', 'transition_chain']) {
      expect(stdout).toMatch(new RegExp(`^pass +${id} `, 'm'));
    }
  });

  test('a changed runner receipt exits with 1 and says which check fails and why', async () => {
    const text = JSON.stringify(runnerReceipt).replace('"action":"release"', '"action":"refund"');
    const { code, stdout } = await program(write('changed.json', text));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail +hash +The stated hash is wrong; the hash is /m);
    expect(stdout).toMatch(/^fail +transition_chain +prepared_outcome does not follow from the verdict/m);
  });

  test('a receipt without any hash to compare is not known to be intact, and by the name of its file it is', async () => {
    const text = JSON.stringify(acceptedReceipt);
    const results = async (name: string) =>
      (JSON.parse((await run(write(name, text), '--json')).stdout) as Verification).answers.intact.result;
    expect(await results('receipt.json')).toBe('unverified');
    expect(await results(`${hash}.json`)).toBe('pass');
  });

  test.each<[string, () => string[], RegExp]>([
    ['nothing at all', () => [], /Name one thing to verify/],
    ['a file that is not there', () => [join(scratch, 'missing.json')], /There is no file missing\.json/],
    ['an address that answers 404', () => [`${base}/nothing`], /status 404/],
    ['an address without a server', () => ['http://127.0.0.1:9/x'], /did not answer/],
    ['an endless answer', () => [`${base}/endless`], /more than the \d+ bytes/],
    ['a page', () => [`${base}/page`], /is a page for people\. Name the address of its document/],
    ['a device without an end', () => ['/dev/zero'], /^\/dev\/zero has more than the \d+ bytes/],
    ['an unknown option', () => ['--guess'], /Unknown option '--guess'/],
    ['an option without its value', () => ['--keys'], /'--keys <value>' argument missing/],
    ['two things at once', () => ['one', 'two'], /Name one thing to verify/],
  ])('%s exits with 3 and says what to do', async (_, args, words) => {
    const { code, stderr } = await run(...args());
    expect(code).toBe(3);
    expect(stderr).toMatch(words);
  });
});

test('a reader that closes the pipe early changes nothing about the exit code', async () => {
  expect(await runUnread(write('pack.json', anchored))).toEqual({ code: 2, stderr: '' });
});

/** The beginning of its thumbprint, as a headline gives it. */
const short = `${signer.kid.slice(0, 8)}…`;

const receipt = write('signed.json', signed);
const keysFile = write('keys.json', buildKeysDocument([listed(signer), listed(other)]));

describe('a signed receipt', () => {
  test('is signed by a key that the service publishes, where its address was given', async () => {
    const { code, stdout } = await program(`${base}/receipt.json`);
    expect(stdout).toContain(`Intact and signed by decision key ${short} (published at ${base}).`);
    expect(stdout).toContain(`Signed by a key that is published at ${base}`);
    expect(stdout).toContain('\nNext: ');
    expect(code).toBe(2);
    expect((await run(receipt, '--from', base)).stdout).toContain(`Signed by a key that is published at ${base}`);
  });

  test('is judged by the keys of a file or of an address', async () => {
    expect((await run(receipt, '--keys', keysFile)).stdout).toContain(
      `signed by decision key ${short} (listed in keys.json)`,
    );
    const address = `${base}/static/keys.json`;
    expect((await run(receipt, '--keys', address)).stdout).toContain(`(published at ${address})`);
    const elsewhere = await run(receipt, '--keys', write('other.json', buildKeysDocument([listed(other)])));
    expect(elsewhere.stdout).toMatch(/^unverified +signature +The key is not among the keys at hand/m);
    expect(elsewhere.stdout).toContain('Exit code 2, as not everything is shown: From whom? Since when?\n');
    expect((await run('--help')).stdout).toContain('2 does not mean signed');
  });

  test('shows no origin without keys, also where a service redirects to them, and says where to get them', async () => {
    const redirecting = await openOddServer(({ url }, response) => {
      if (url === '/static/keys.json') response.writeHead(302, { location: `${base}/static/keys.json` }).end();
      else response.end(signed);
    });
    for (const target of [receipt, `${redirecting.url}/receipt.json`]) {
      const { code, stdout } = await run(target);
      expect([code, stdout]).toEqual([2, expect.stringMatching(/Next: Get the keys of the signer/)]);
    }
    await redirecting.close();
  });
});

test.each<[string, () => string[], RegExp]>([
  ['lies about a thumbprint', () => ['--keys', write('lie.json', buildKeysDocument([{ ...listed(signer), kid: other.kid }]))], /refused:\n\/keys\/0\/kid: is not the thumbprint/],
  ['names an id twice', () => ['--keys', write('twice.json', buildKeysDocument([listed(signer), listed(signer)]))], /refused:\n\/keys\/1\/kid: stands twice/],
  ['holds a key of small order', () => ['--keys', write('small.json', buildKeysDocument([smallOrderKeys[0]!]))], /refused:\n\/keys\/0\/public_key\/x: .*small order/],
  ['is no list of keys', () => ['--keys', receipt], /refused:\n(\/\w+: (expected|ends) [^\n]*\n)+$/],
  ['is no JSON', () => ['--keys', write('text.json', 'keys')], /not acceptable JSON/],
  ['has no end', () => ['--keys', '/dev/zero'], /^\/dev\/zero has more than the \d+ bytes/],
  ['is not there', () => ['--keys', join(scratch, 'missing-keys.json')], /no readable keys file missing-keys\.json/],
])('a list of keys that %s is refused by name', async (_, args, words) => {
  const { code, stderr } = await run(receipt, ...args());
  expect([code, stderr]).toEqual([3, expect.stringMatching(words)]);
}); // prettier-ignore

test.each(['/moved', '/elsewhere', '/forged'])('a redirect is named and not followed: %s', async (path) => {
  const { code, stderr } = await run(base + path);
  expect([code, stderr]).toEqual([3, expect.stringContaining('redirects. Name the other address')]);
  expect(stderr).not.toContain('\u009b');
  expect((await run(`${base}/receipt.json`, '--keys', `${base}/elsewhere`)).code).toBe(3);
  expect(elsewhere.asked).toEqual([]);
});

test('no more is read than a document may have, also of what is compressed', async () => {
  const { code, stderr } = await program(`${base}/bomb`);
  expect([code, stderr]).toEqual([3, expect.stringMatching(/more than the \d+ bytes/)]);
});
