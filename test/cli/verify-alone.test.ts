import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { DocumentKind } from '../../src/domain/verification/verification.ts';
import { call } from '../support/call.ts';
import { modelRuns } from '../support/model-runs.ts';
import { mutateVectors } from '../support/mutated-vectors.ts';
import {
  hasCryptography,
  outcomeOf,
  service,
  verifierBy,
  type VerifierOutcome,
  verifyInPython,
} from '../support/python-verifier.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { finish, type Finished } from '../support/server.ts';
import { hashOf as independentHash } from '../vectors/canonical.mjs';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'verify-alone-'));
const file = (name: string): string => join(folder, name);

/** Ends the process at the first connection that it opens. */
const noNetwork =
  'data:text/javascript,import net from "node:net"; net.Socket.prototype.connect = () => process.exit(99);';

/** The Node that runs the tests, and the one that the machine has, which may be older. */
const nodes = [
  process.execPath,
  ...(process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((part) => !part.includes('node_modules'))
    .map((part) => join(part, 'node'))
    .filter((program) => existsSync(program))
    .slice(0, 1),
].map((program) => ({ program, version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim() }));

const { vectors } = JSON.parse(readFileSync(join(root, 'datasets/vectors/index.json'), 'utf8')) as { vectors: [] };
/** Runs all vectors of a folder with what the file exports. */
const runVectors = `import { deepEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { knownKeys, readKeys, verifyText } from './verify.mjs';
const read = (name) => readFileSync(process.argv[2] + '/' + name);
const { vectors } = JSON.parse(read('index.json'));
for (const { name, input, keys, anchored_at: anchoredAt, receipt_hash_sha256: receiptHash, receipts = [], expected } of vectors) {
  const listed = keys === undefined ? [] : (await readKeys(JSON.parse(read(keys)))).keys;
  const given = { keys: knownKeys(listed, { by: 'file', name: keys }), anchoredAt, receiptHash: receiptHash ?? undefined, receipts: receipts.map(read) };
  const { outcome, hash_sha256, checks, mandate } = await verifyText(read(input), given);
  const found = Object.fromEntries(checks.map(({ id, result }) => [id, result]));
  const judged = 'mandate' in expected ? { mandate: mandate?.result ?? null } : {};
  deepEqual({ outcome, hash_sha256, checks: found, ...judged }, expected, name);
}
console.log(vectors.length + ' vectors');
`;

const site = inject('site');
let served: string;
const receipt = shippedReceipts['demonstration-accepted']!;
const { signatures, ...unsigned } = receipt;

beforeAll(async () => {
  served = (await call(`${site}/verify.mjs`)).text;
  writeFileSync(file('verify.mjs'), served);
  writeFileSync(file('vectors.mjs'), runVectors);
  writeFileSync(file('keys.json'), (await call(`${site}/static/keys.json`)).text);
  const forged = { ...unsigned, reason: unsigned.reason.replace('a', 'e') };
  const documents = {
    'receipt.json': { ...receipt, receipt_hash_sha256: independentHash(unsigned) },
    'forged.json': { ...forged, receipt_hash_sha256: independentHash(forged), signatures },
    'stripped.json': { ...forged, receipt_hash_sha256: independentHash(forged) },
  };
  for (const [name, document] of Object.entries(documents)) writeFileSync(file(name), JSON.stringify(document));
});

const start = (program: string, args: readonly string[], preload: string) =>
  spawn(program, ['--import', preload, 'verify.mjs', ...args], { cwd: folder, env: {} });

test('the verifier is served with its SHA-256, as a script, and can be read', async () => {
  const checksum = await call(`${site}/verify.mjs.sha256`);
  expect(checksum.text).toBe(`${sha256Hex(served)}  verify.mjs\n`);
  expect(checksum.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect((await call(`${site}/verify.mjs`)).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(Buffer.byteLength(served)).toBeLessThan(200_000);
  expect(served.split('\n').length).toBeLessThan(5000);
  expect(served.length / served.split('\n').length, 'characters in a line').toBeLessThan(60);
  expect(served.includes(root), 'names a folder of this machine').toBe(false);
});

test('the verifier imports nothing but modules of Node, and holds the licence of every package in it', () => {
  const imported = [...served.matchAll(/^import .*?from "([^"]+)";$/gm)].map((match) => match[1]!);
  expect(imported.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))).toEqual([]);
  const ofCode = served.split('\n').filter((line) => !/^\s*(\*|\/\/)/.test(line));
  expect(ofCode.filter((line) => /\b(import|require)\(/.test(line))).toEqual([]);
  const packages = new Set(
    [...served.matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map((match) => match[1]!),
  );
  expect([...packages].toSorted()).toEqual(['canonicalize']);
  const lines = new Set(served.split('\n'));
  for (const name of packages) {
    const at = join(root, 'node_modules', name);
    const licence = readFileSync(
      join(
        at,
        readdirSync(at).find((one) => one.startsWith('LICENSE'))!,
      ),
      'utf8',
    );
    for (const line of licence.trim().split('\n')) expect(lines).toContain(`// ${line}`.trimEnd());
  }
});

test('npx runs the verifier from its address alone, with an empty cache and no registry', async () => {
  const nowhere = 'http://127.0.0.1:9';
  const child = spawn('npx', ['--yes', `${site}/verify.tgz`, 'receipt.json', '--keys', 'keys.json'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, npm_config_cache: file('npm'), npm_config_registry: nowhere },
  });
  const { code, stdout } = await finish(child);
  expect([code, stdout]).toEqual([2, expect.stringMatching(/^receipt\.json\ndecision_receipt, hash /)]);
  const { bytes } = await call(`${site}/verify.tgz`);
  expect((await call(`${site}/verify.tgz.sha256`)).text).toBe(`${sha256Hex(bytes)}  verify.tgz\n`);
});

const { numRuns: MUTATIONS = 0, seed: SEED = 20_261_124 } = modelRuns(2_000);

test(`of ${MUTATIONS} changed documents the verifier says what zod says, word for word, and verify.py finds the same (seed ${SEED})`, async () => {
  const mutated = mutateVectors(SEED, MUTATIONS);
  const inputs = mutated.map(({ input }) => input);
  const alone = verifierBy((await import(pathToFileURL(file('verify.mjs')).href)) as typeof service);
  const here = verifierBy(service);
  const inPython = hasCryptography ? verifyInPython(inputs, { cryptography: true }) : undefined;
  const refused = new Set<string>();
  const outcomes: VerifierOutcome[] = [];
  const differing: unknown[] = [];
  for (const [at, { name, input }] of mutated.entries()) {
    const [one, other] = [await here(input), await alone(input)];
    const outcome = outcomeOf(one);
    if (!isDeepStrictEqual(one, other)) differing.push({ name, one, other });
    if (inPython && !isDeepStrictEqual(outcome, inPython[at])) differing.push({ name, outcome, python: inPython[at] });
    outcomes.push(outcome);
    for (const { id, result, reason } of one.checks) if (id === 'schema' && result === 'fail') refused.add(reason);
  }
  expect(differing).toEqual([]);

  // The comparison is worth something only if it sees every kind of end.
  expect(refused.size).toBeGreaterThan(500);
  expect(new Set(outcomes.map(({ outcome }) => outcome)).size).toBe(4);
  for (const kind of DocumentKind.options)
    expect(outcomes.filter((one) => one.kind === kind && one.checks['schema'] === 'pass').length, kind).toBeGreaterThan(
      10,
    );
  const steps = new Set(outcomes.flatMap(({ nextSteps }) => nextSteps.map((step) => step.split(' ', 2).join(' '))));
  expect(steps).toEqual(new Set(['Ask the', 'Ask a', 'Get a', 'Get the', 'Nothing can', 'The document']));
  // Each bound on terms is kept, broken and open somewhere, as far as it can be.
  const judged = new Set(outcomes.flatMap(({ mandate }) => mandate ?? []).map((words) => words.replace(/^\S+ /, '')));
  for (const [bound, ...results] of [
    ['amount_range', 'covered', 'not_covered', 'unknown'],
    ['allowed_payees', 'covered', 'unknown'],
    ['budget', 'not_covered', 'unknown'],
    ['agent_recurrence', 'not_covered'],
  ] as const)
    for (const result of results) expect(judged.has(`payment.${bound} ${result}`), `${bound} ${result}`).toBe(true);
});

test.each(nodes)(
  'with Node $version the verifier finds, as a module, for every published vector what it has to find',
  async ({ program }) => {
    const child = spawn(program, ['--import', noNetwork, 'vectors.mjs', join(root, 'datasets/vectors')], {
      cwd: folder,
    });
    expect(await finish(child)).toEqual({ code: 0, stderr: '', stdout: `${vectors.length} vectors\n` });
  },
);

const { program, version } = nodes.at(-1)!;
describe(`the verifier alone in a folder, with Node ${version}`, () => {
  const run = (...args: string[]): Promise<Finished> => {
    const child = start(program, args, noNetwork);
    child.stdin.end();
    return finish(child);
  };

  test('tells a receipt with its keys from a forged one and from one without its signature', async () => {
    const kid = (JSON.parse(Buffer.from(signatures![0]!.protected, 'base64url').toString()) as { kid: string }).kid;
    const keys = ['--keys', 'keys.json'];
    const genuine = await run('receipt.json', ...keys);
    expect([genuine.code, genuine.stdout]).toEqual([
      2,
      expect.stringContaining(`Intact and signed by decision key ${kid.slice(0, 8)}… (listed in keys.json`),
    ]);
    const forged = await run('forged.json', ...keys);
    expect([forged.code, forged.stdout]).toEqual([1, expect.stringMatching(/^From whom\? +fail /m)]);
    expect(forged.stdout).not.toContain('Intact and signed');
    const stripped = await run('stripped.json', ...keys);
    expect([stripped.code, stripped.stdout]).toEqual([2, expect.stringContaining('Intact. Origin not shown.')]);
    const other = await run('receipt.json');
    expect([other.code, other.stdout]).toEqual([2, expect.stringContaining('Intact. Origin not shown')]);
  });

  test('says whether a decision keeps to its mandate, alone and with the receipts before it', async () => {
    const of = (name: string) => join(root, 'datasets/vectors', `mandate-sum-above${name}.json`);
    const alone = await run(of(''));
    expect([alone.code, alone.stdout]).toEqual([2, expect.stringMatching(/^Within its mandate\? open$/m)]);
    const one = of('-1');
    const two = of('-2');
    for (const args of [
      [of(''), '--receipts', one, '--receipts', two],
      ['--receipts', one, two, '--json', of('')],
    ])
      expect((await run(...args)).stdout).toContain('The decision is outside its mandate.');
    expect(await run('--receipts', one, two, of(''))).toMatchObject({ code: 3, stdout: '' });
    const { code, stdout } = await run(of(''), '--receipts', one, two, '--keys', 'keys.json');
    expect(code).toBe(2);
    for (const words of [
      /^Intact\..* The decision is outside its mandate\. The 3 amounts add up to EUR 25\.01, more than the budget/m,
      /^Within its mandate\? broken$/m,
      /^ {2}broken {2}payment\.budget {2}The 3 amounts/m,
      /mandate-sum-above-1\.json: Its decision counts\.$/m,
    ])
      expect(stdout).toMatch(words);
    expect(await run(of(''), one)).toMatchObject({ code: 3, stdout: '' });
  });

  test('asks a service about a bare hash only when it is named', async () => {
    const hash = independentHash(unsigned);
    const alone = await run(hash);
    expect([alone.code, alone.stderr]).toEqual([3, expect.stringContaining('--from <base address>')]);
    const open = (preload: string) => {
      const child = start(program, [hash, '--from', site], preload);
      child.stdin.end();
      return finish(child);
    };
    expect((await open(noNetwork)).code).toBe(99);
    const asked = await open('data:text/javascript,');
    expect([asked.code, asked.stdout]).toEqual([2, expect.stringMatching(/^evidence_pack, hash /m)]);
  });
});
