import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildEvidencePack } from '../../src/domain/adjudication/build-evidence-pack.ts';
import { runWorkOrder } from '../../src/domain/adjudication/run-work-order.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import type { Verification } from '../../src/domain/verification/verification.ts';
import { runHere } from '../support/command-here.ts';
import { acceptedReceipt, finalAnchor } from '../support/receipts.ts';
import { runToEnd } from '../support/server.ts';

const root = join(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'verify-'));
const hash = receiptHash(acceptedReceipt);
const anchored = JSON.stringify(
  buildEvidencePack({ receipt: acceptedReceipt, anchor: finalAnchor(hash), baseUrl: 'https://service.example' }),
);

/** Answers the evidence path of one hash, an endless body and a body of another kind. */
const server = createServer((request, response) => {
  if (request.url === `/api/adjudicator/evidence/agent-acceptance/${hash}`) response.end(anchored);
  else if (request.url === '/endless') {
    const feed = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', feed);
    };
    feed();
  } else response.writeHead(404).end('{}');
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

const program = (...args: string[]) => runToEnd('cli/verify.ts', args);
const run = (...args: string[]) => runHere('cli/verify.ts', args);

const write = (name: string, content: string): string => {
  writeFileSync(join(scratch, name), content);
  return join(scratch, name);
};

/** The exit code and standard error of the command, whose reader closes the pipe without reading. */
const runUnread = (...args: string[]) =>
  new Promise<{ code: number | null; stderr: string }>((resolve) => {
    const child = spawn(process.execPath, ['src/cli/verify.ts', ...args], { cwd: root });
    let stderr = '';
    child.stdout.destroy();
    child.stderr.on('data', (chunk) => (stderr += chunk));
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

  test('a bare hash asks the service named, and the chain stays unverified', async () => {
    const asked = await run(hash, '--from', `${base}/`, '--json');
    expect(asked.code).toBe(2);
    expect(JSON.parse(asked.stdout)).toMatchObject({ kind: 'evidence_pack', outcome: 'unverified' });
  });

  test.each<[string, () => string[], RegExp]>([
    ['nothing at all', () => [], /Name one thing to verify/],
    ['a file that is not there', () => [join(scratch, 'missing.json')], /There is no file missing\.json/],
    ['a hash that nobody has', () => ['0'.repeat(64)], /--from <base address>/],
    ['an address that answers 404', () => [`${base}/nothing`], /status 404/],
    ['an address without a server', () => ['http://127.0.0.1:9/x'], /did not answer/],
    ['an endless answer', () => [`${base}/endless`], /more than the \d+ bytes/],
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
