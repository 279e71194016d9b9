import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Verification } from '../../src/domain/verification/verification.ts';
import { readVectorFile, readVectors, vectorInput, vectorsFolder } from '../support/mutated-vectors.ts';
import {
  hasCryptography,
  openPython,
  outcomeOf,
  python,
  pythonMissing,
  service,
  verifierBy,
  verifierFile,
  type VerifierInput,
  verifyInPython,
} from '../support/python-verifier.ts';
import { smallOrderKeys } from '../support/small-order-keys.ts';

const scratch = mkdtempSync(join(tmpdir(), 'verify-py-'));
const { run, close } = openPython(scratch);
afterAll(close);

const unlessMissing = (missing: string | undefined) => ({
  name: missing === undefined ? '' : ` (not run: ${missing})`,
  skip: missing !== undefined,
});
const anyPython = unlessMissing(pythonMissing);
const signatures = unlessMissing(
  pythonMissing ?? (hasCryptography ? undefined : 'the Python package cryptography is missing'),
);

const verifyService = verifierBy(service);
const verifyHere = async (input: VerifierInput) => outcomeOf(await verifyService(input));

const vectors = readVectors();

describe.skipIf(anyPython.skip)(`verify.py${anyPython.name}`, () => {
  test.skipIf(signatures.skip)(`finds in every vector what is expected, signatures included${signatures.name}`, () => {
    const found = verifyInPython(vectors.map(vectorInput), { cryptography: true });
    const results = vectors.map(({ name, expected }, index) => {
      const { outcome, hash_sha256, checks, mandate } = found[index]!;
      return { name, outcome, hash_sha256, checks, ...('mandate' in expected && { mandate: mandate?.[0] ?? null }) };
    });
    expect(results).toEqual(vectors.map(({ name, expected }) => ({ name, ...expected })));
  });

  test('finds the same without the package cryptography, where no signature is looked at', () => {
    const found = verifyInPython(vectors.map(vectorInput), { cryptography: false });
    expect(vectors.map(({ name }, index) => ({ name, checks: found[index]!.checks }))).toEqual(
      vectors.map(({ name, expected: { checks } }) => ({
        name,
        checks: 'signature' in checks ? { ...checks, signature: 'unverified' } : checks,
      })),
    );
    const origins = found.map(({ answers }) => answers.from_whom);
    expect(new Set(origins)).toEqual(new Set(['unverified']));
  });

  test.skipIf(signatures.skip)(
    `refuses a list with any key of small order, like the verifier of the service${signatures.name}`,
    async () => {
      const list = JSON.parse(readVectorFile('keys.json').toString()) as { keys: object[] };
      const inputs = [[], ...smallOrderKeys.map((key) => [key])].map((more) => ({
        data: readVectorFile('signature-valid.json'),
        keys: Buffer.from(JSON.stringify({ ...list, keys: [...list.keys, ...more] })),
      }));
      const found = verifyInPython(inputs, { cryptography: true });
      expect(found).toEqual(await Promise.all(inputs.map(verifyHere)));
      expect(found.map(({ answers }) => answers.from_whom)).toEqual([
        'pass',
        ...smallOrderKeys.map(() => 'unverified'),
      ]);
    },
  );

  test('answers hostile input without a crash, in time that grows with its length', async () => {
    const valuesInAll = (count: number) =>
      `{"a":[${Array(count - 2)
        .fill(0)
        .join()}]}`;
    const hostile = [
      '['.repeat(2 ** 16),
      '{"a":'.repeat(2 ** 14),
      `{"schema":"service.decision-receipt.schema.v1","a":${'['.repeat(64)}${']'.repeat(64)}}`,
      `{"a":${'9'.repeat(2 ** 16)}}`,
      `{"a":1e${'9'.repeat(2 ** 12)}}`,
      `{"a":"${'\\ud83d'.repeat(2 ** 12)}"}`,
      `{"a":"${'x'.repeat(2 ** 20)}`,
      `{"schema":["service.decision-receipt.schema.v1"]}`,
      '{"a":1,'.repeat(2 ** 12),
      valuesInAll(20_001),
      valuesInAll(20_000),
      '\u{feff}{}',
      ' ',
      '',
    ].map((text) => ({ data: Buffer.from(text) }));
    const found = verifyInPython(hostile, { cryptography: hasCryptography });
    expect(found.map(({ outcome }) => outcome)).toEqual([
      'unusable', ...Array<string>(6).fill('fail'), 'unusable', 'fail', 'fail', 'unusable', 'fail', 'unusable', 'unusable',
    ]); // prettier-ignore
    const here = await Promise.all(hostile.map(verifyHere));
    expect(here.map(({ outcome }) => outcome)).toEqual(found.map(({ outcome }) => outcome));
  });
});

const program = (args: readonly string[], input: string | Buffer = '') =>
  spawnSync(python, ['-B', verifierFile, ...args], { input, encoding: 'utf8', cwd: scratch });
const vectorPath = (name: string): string => join(vectorsFolder, name);
const keys = vectorPath('keys.json');

describe.skipIf(anyPython.skip)(`python3 verify.py${anyPython.name}`, () => {
  test('ends with the exit codes of SPEC.md §11.9', async () => {
    expect(program([vectorPath('receipt-plain.json')]).status).toBe(2);
    expect(program([vectorPath('receipt-one-letter.json')]).status).toBe(1);
    expect(program([vectorPath('no-json-picture.txt')]).status).toBe(3);
    expect(await run(['no-such-file.json'])).toMatchObject({ status: 3, stdout: '' });
    expect((await run([])).status).toBe(3);
    expect(program(['--help']).status).toBe(0);
  });

  test.each([[['-', vectorPath('receipt-plain.json')]], [['-', '--json']]])(
    'ends with what it found, and says nothing else, when a reader such as head closes the pipe early: %j',
    async (args) => {
      const child = spawn(python, ['-B', verifierFile, ...args], { cwd: scratch });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      child.stdout.destroy();
      await new Promise((resolve) => child.stdout.once('close', resolve));
      // It prints nothing before it has read this.
      child.stdin.end(readVectorFile('receipt-plain.json'));
      expect({ code: await ended, said }).toEqual({ code: 2, said: '' });
    },
  );

  test.skipIf(signatures.skip)(
    `differs from a vector only where OPERATIONS.md says so: over a hash, a time or a refused list of keys${signatures.name}`,
    async () => {
      const codes = { pass: 0, fail: 1, unverified: 2, unusable: 3 };
      const words = { covered: 'kept', not_covered: 'broken', unknown: 'open' };
      const reasons: string[] = [];
      for (const { name, input, keys: list, anchored_at, receipt_hash_sha256, receipts = [], expected } of vectors) {
        const given = [...(list ? ['--keys', vectorPath(list)] : []), ...(receipts.length > 0 ? ['--receipts'] : [])];
        const { status, stdout, stderr } = await run([vectorPath(input), ...given, ...receipts.map(vectorPath)]);
        if (status !== 3 && expected.mandate)
          expect(stdout).toMatch(`Within its mandate? ${words[expected.mandate]}\n`);
        if (status === codes[expected.outcome]) continue;
        const refused = /^The keys of .* are refused/.test(stderr);
        reasons.push(receipt_hash_sha256 ? 'hash' : anchored_at ? 'time' : refused ? 'list' : name);
      }
      expect(new Set(reasons)).toEqual(new Set(['hash', 'time', 'list']));
    },
  );

  test('takes every receipt that follows --receipts, each time', async () => {
    const of = (end: string) => vectorPath(`mandate-sum-above${end}.json`);
    for (const args of [
      [of(''), '--receipts', of('-1'), '--receipts', of('-2')],
      ['--receipts', of('-1'), of('-2'), '--json', of('')],
    ])
      expect((await run(args)).stdout).toContain('The decision is outside its mandate');
    expect(await run(['--receipts', of('-1'), of('-2'), of('')])).toMatchObject({ status: 3, stdout: '' });
  });

  test('reads standard input, and holds a file against the hash in its name', async () => {
    const text = readVectorFile('receipt-hash-nowhere.json');
    expect(program(['-'], text).stdout).toContain('decision_receipt');
    const hash = /hash ([0-9a-f]{64})/.exec((await run(['-'], text)).stdout)![1]!;
    for (const [name, result] of [
      [hash, 'pass'],
      ['0'.repeat(64), 'fail'],
    ] as const) {
      writeFileSync(join(scratch, `${name}.json`), text);
      const { checks } = Verification.parse(JSON.parse((await run([`${name}.json`, '--json'])).stdout));
      expect(checks.find(({ id }) => id === 'hash')?.result).toBe(result);
    }
  });

  test.skipIf(signatures.skip)(`says how a key is known${signatures.name}`, async () => {
    const signed = vectorPath('signature-eight.json');
    const origin = async (...args: string[]) =>
      Verification.parse(JSON.parse((await run([signed, '--json', ...args])).stdout)).answers.from_whom;
    const listed = await origin('--keys', keys);
    expect(listed).toMatchObject({ result: 'pass', words: expect.stringContaining('listed in keys.json') as string });
    expect((await origin()).result).toBe('unverified');
  });

  test('is published with its SHA-256 beside it and on the page of the verifier', () => {
    const published = (name: string) => readFileSync(join(import.meta.dirname, '../../dist/client', name));
    const hash = createHash('sha256').update(published('verify.py')).digest('hex');
    expect(published('verify.py.sha256').toString()).toBe(`${hash}  verify.py\n`);
    expect(published('verify.html').toString()).toContain(hash);
  });

  test('stands alone: it imports the standard library and cryptography, and opens no connection', () => {
    const imports = [...readFileSync(verifierFile, 'utf8').matchAll(/^\s*(?:import|from) (\S+)/gm)].map(([, name]) =>
      name!.split('.').at(0),
    );
    expect([...new Set(imports)].toSorted()).toEqual(
      ['__future__', 'argparse', 'base64', 'cryptography', 'dataclasses', 'datetime', 'hashlib', 'json', 'os', 're', 'sys', 'typing'],
    ); // prettier-ignore
  });
});

const verification = async (...args: string[]) =>
  Verification.parse(JSON.parse((await run([...args, '--json'])).stdout));
const reasonOf = ({ checks }: Verification, id: string) => checks.find((check) => check.id === id)?.reason;

/** The published list of keys with every key marked as one for demonstrations, or as none. */
const keysMarked = (demonstration: boolean): string => {
  const list = JSON.parse(readFileSync(keys, 'utf8')) as { keys: object[] };
  const name = `keys-${demonstration}.json`;
  writeFileSync(
    join(scratch, name),
    JSON.stringify({ ...list, keys: list.keys.map((key) => ({ ...key, demonstration })) }),
  );
  return name;
};

// eslint-disable-next-line no-control-regex -- what must not be printed
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/;
const hostile = '\nIntact?      pass        forged\u001b[2J\u009b2K\u202e\r';

describe.skipIf(signatures.skip)(`what verify.py says about a signer${signatures.name}`, () => {
  test('says that a key is a demonstration key', async () => {
    const signed = vectorPath('signature-valid.json');
    const listed = await verification(signed, '--keys', keysMarked(true));
    expect(listed.answers.from_whom.words).toMatch(/, a key listed in keys-true\.json; a demonstration key\.$/);
    expect(listed.headline).toContain('; a demonstration key.');
    expect(reasonOf(listed, 'signature')).toContain('; a demonstration key.');
    for (const file of [keys, keysMarked(false)])
      expect(JSON.stringify(await verification(signed, '--keys', file))).not.toContain('demonstration key');
  });

  test('prints the name of a file of keys on one line and without what a terminal acts on', async () => {
    copyFileSync(keys, join(scratch, `keys${hostile}`));
    const { stdout } = await run([vectorPath('signature-valid.json'), '--keys', `keys${hostile}`]);
    expect(stdout).toContain('listed in keys\ufffdIntact?');
    expect(stdout).not.toMatch(controls);
    expect(stdout.match(/^Intact\?/gm)).toHaveLength(1);
  });
});

describe.skipIf(anyPython.skip)(`what verify.py makes of the name of a file${anyPython.name}`, () => {
  test('refuses in one line a file that is missing, a list of keys that is none and an option that is none', async () => {
    writeFileSync(join(scratch, `none${hostile}`), '{}');
    const receipt = vectorPath('receipt-plain.json');
    for (const args of [[`missing${hostile}`], [receipt, '--keys', `none${hostile}`], [receipt, `--none${hostile}`]]) {
      const { status, stderr } = await run(args);
      expect(status).toBe(3);
      expect(stderr).toContain('\ufffdIntact?');
      expect(stderr).not.toMatch(controls);
      expect(stderr).not.toMatch(/^Intact\?/m);
    }
  });
});
