import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openKeys } from '../../src/cli/verify-command.ts';
import { Verification } from '../../src/domain/verification/verification.ts';
import { verifyText } from '../../src/domain/verification/verify.ts';
import { vectorsFolder } from '../support/mutated-vectors.ts';
import { hasCryptography, openPython, pythonMissing } from '../support/python-verifier.ts';

const scratch = mkdtempSync(join(tmpdir(), 'verify-py-words-'));
const { run, close } = openPython(scratch);
afterAll(close);
afterAll(() => rmSync(scratch, { recursive: true }));

const vectorPath = (name: string): string => join(vectorsFolder, name);
const verification = async (...args: string[]) =>
  Verification.parse(JSON.parse((await run([...args, '--json'])).stdout));
const reasonOf = ({ checks }: Verification, id: string) => checks.find((check) => check.id === id)?.reason;

const anyPython = pythonMissing === undefined ? '' : ` (not run: ${pythonMissing})`;
const missing = pythonMissing ?? (hasCryptography ? undefined : 'the Python package cryptography is missing');
const signatures = missing === undefined ? '' : ` (not run: ${missing})`;

const keys = vectorPath('keys.json');
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

describe.skipIf(missing !== undefined)(`what verify.py says of a signer${signatures}`, () => {
  test('says that a key is a demonstration key', async () => {
    const signed = vectorPath('signature-valid.json');
    const listed = await verification(signed, '--keys', keysMarked(true));
    expect(listed.answers.from_whom.words).toMatch(/, a key listed in keys-true\.json; a demonstration key\.$/);
    expect(listed.headline).toContain('; a demonstration key.');
    expect(reasonOf(listed, 'signature')).toContain('; a demonstration key.');
    for (const file of [keys, keysMarked(false)])
      expect(JSON.stringify(await verification(signed, '--keys', file))).not.toContain('demonstration key');
  });

  test.each<[string, string[]]>([
    ['without keys', []],
    ['with keys', ['--keys', keys]],
  ])('gives the next steps of verify.mjs for what is unverified, %s', async (_, options) => {
    const names = readdirSync(vectorsFolder).filter((name) => /^(receipt|signature|signed|pack|anchor|run)/.test(name));
    const known = await openKeys(options[1], undefined);
    const found = JSON.parse((await run([...names.map(vectorPath), ...options, '--json'])).stdout) as Verification[];
    const steps = new Set<string>();
    for (const [index, { kind, answers }] of found.entries()) {
      if (kind === null) continue;
      const name = names[index]!;
      const other = await verifyText(readFileSync(vectorPath(name)), { keys: known });
      for (const question of ['from_whom', 'since_when'] as const) {
        if (answers[question].result !== 'unverified') continue;
        expect(answers[question].next_step, name).toBe(other.answers[question].next_step);
        steps.add(answers[question].next_step.split(' ').slice(0, 3).join(' '));
      }
    }
    expect([...steps]).toEqual(
      expect.arrayContaining([
        'Ask whoever gave',
        'Get the keys',
        'Nothing can show',
        'The document claims',
        'Ask a node',
      ]),
    );
  });

  test('prints the name of a file of keys on one line and without what a terminal acts on', async () => {
    copyFileSync(keys, join(scratch, `keys${hostile}`));
    const { stdout } = await run([vectorPath('signature-valid.json'), '--keys', `keys${hostile}`]);
    expect(stdout).toContain('listed in keys\ufffdIntact?');
    expect(stdout).not.toMatch(controls);
    expect(stdout.match(/^Intact\?/gm)).toHaveLength(1);
  });
});

describe.skipIf(pythonMissing !== undefined)(`what verify.py makes of the name of a file${anyPython}`, () => {
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
