import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { checkDatasets } from '../../src/dataset-files/check.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-texts.ts';
import { atTerminal } from '../support/at-terminal.ts';
import { runHere } from '../support/command-here.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const project = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'agent-'));
const root = join(folder, 'project');
const small = smallDatasets();
afterAll(() => [folder, small].forEach((one) => rmSync(one, { recursive: true })));

beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  cpSync(join(small, 'datasets'), join(root, 'datasets'), { recursive: true });
  for (const part of ['agent.yaml', 'keys.yaml', 'decision-receipts'])
    cpSync(join(project, 'datasets', part), join(root, 'datasets', part), { recursive: true });
});

const run = (args: readonly string[]) => runHere('cli/agent.ts', ['init', '--root', root, ...args]);
const facts = ['--name', 'Harbour agent', '--operator', 'Harbour Works', '--contact', 'agent@harbour.example'];
const texts = () => readDatasetTexts(root);

describe('the command that puts a real agent in the place of the demonstration', () => {
  test('asks for what it is not told, and takes nothing for an account', async () => {
    const { code, said: stdout } = await atTerminal(
      'cli/agent.ts',
      ['init', '--root', root],
      [
        ['Name of the agent', 'Harbour agent\r'],
        ['Who operates it', 'Harbour Works\r'],
        ['How to reach', 'agent@harbour.example\r'],
        ['Account that owns the registration (CAIP-10), or nothing without one', '\r'],
        ['Go on?', 'y\r'],
      ],
    );
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('removes datasets/decision-receipts/demonstration-accepted.json');
    expect(stdout).toContain('rewrites datasets/agent.yaml');
    const { agent, problems, receipts, keys } = checkDatasets(texts());
    expect(problems).toEqual([]);
    expect(agent).toMatchObject({
      name: 'Harbour agent',
      demonstration: false,
      provider: { organization: 'Harbour Works' },
      contact: 'agent@harbour.example',
      tag_authority: expect.stringMatching(/^harbour\.example,\d{4}-\d\d-\d\d$/),
      notice: 'Harbour Works operates this agent and answers for it. No registration on a chain is claimed for it.',
    });
    expect(agent!.skills.length).toBeGreaterThan(0);
    expect({ receipts, keys }).toEqual({ receipts: [], keys: [] });
    expect(readFileSync(join(root, 'datasets/agent.yaml'), 'utf8')).not.toMatch(/demonstration(?!: false)/i);
  });

  test('keeps receipts and keys that are not made up', async () => {
    const own = join(root, 'datasets/decision-receipts/own.json');
    const { signatures: _, ...shipped } = JSON.parse(
      readFileSync(join(root, 'datasets/decision-receipts/demonstration-accepted.json'), 'utf8'),
    ) as Record<string, unknown>;
    writeFileSync(own, JSON.stringify({ ...shipped, receipt_id: 'own' }));
    const keys = join(root, 'datasets/keys.yaml');
    writeFileSync(keys, readFileSync(keys, 'utf8').replace('    demonstration: true\n', ''));
    expect((await run([...facts, '--yes'])).code).toBe(0);
    expect(readdirSync(join(root, 'datasets/decision-receipts'))).toEqual(['own.json']);
    expect(checkDatasets(texts()).keys).toHaveLength(1);
  });

  test('takes the answers from a file, where an option counts more', async () => {
    const file = join(folder, 'facts.yaml');
    writeFileSync(
      file,
      [
        'name: Harbour agent',
        'operator: Harbour Works',
        'contact: agent@harbour.example',
        'account: ccd:4221332d34e1694168c2a0c0b3fd0f27:3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G',
        'registry: 10082,0',
        'token: 12345678901234567891',
      ].join('\n'),
    );
    const { code, stderr } = await run(['--file', file, '--operator', 'Harbour Agents', '--yes']);
    expect(code, stderr).toBe(0);
    expect(checkDatasets(texts()).agent).toMatchObject({
      provider: { organization: 'Harbour Agents' },
      registration: {
        network: 'ccd:4221332d34e1694168c2a0c0b3fd0f27',
        registry: { index: 10082, subindex: 0 },
        token_id: '12345678901234567891',
      },
    });
  });
});

describe('nothing is changed', () => {
  const refused = async (args: readonly string[]) => {
    const before = texts();
    const { code, stderr } = await run(args);
    expect(code).toBe(1);
    expect(texts()).toEqual(before);
    return stderr;
  };

  test('when answers are wrong, and every problem is named at once', async () => {
    const said = await refused([
      ...facts,
      '--yes',
      '--url',
      'harbour',
      '--account',
      'ccd:4221332d34e1694168c2a0c0b3fd0f27:3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1H',
      '--registry',
      '10082',
    ]);
    expect(said).toContain('url: expected an address that begins with https://');
    expect(said).toContain('account: the address fails its checksum');
    expect(said).toContain('registry: expected the index and subindex');
    expect(said).toContain('account, registry and token go together');
  });

  test.each<[string, string, string][]>([
    [
      ['--name', 'Harbour \u202etnega', 'name: expected text without characters that turn the direction'],
      ['--operator', 'Harbour\u2066 Works', 'operator: expected text without characters that turn the direction'],
      ['--notice', 'Read this.\u200f', 'notice: expected text without characters that turn the direction'],
      ['--contact', 'a\u001b[2Jb', 'contact: expected text without control characters'],
      ['--url', 'https://name:secret@harbour.example', 'url: expected an address without a name and a password'],
      ['--domain', '203.0.113.7', 'domain: expected a domain in lower case'],
      ['--registry', '001,00', 'registry: expected the index and subindex'],
    ],
    [
      ['--url', 'https://token@harbour.example', 'url: expected an address without a name and a password'],
      ['--domain', 'harbour.7', 'domain: expected a domain in lower case'],
    ],
    [['--domain', '-.-', 'domain: expected a domain in lower case']],
    [['--name', 'x'.repeat(301), 'name: expected at most 300 characters']],
  ])('when options have %j', async (...wrong) => {
    const said = await refused([...facts, '--yes', ...wrong.flatMap(([option, value]) => [option, value])]);
    for (const [, , problem] of wrong) expect(said).toContain(problem);
    // eslint-disable-next-line no-control-regex -- these are the characters to find
    expect(said).not.toMatch(/secret|token@|[\u001b\u202e\u2066\u200f]/);
  });

  test.each([
    ['--url', 'https://203.0.113.7/', '--contact', 'by post'],
    ['--url', 'https://[2001:db8::7]/', '--contact', 'agent@[203.0.113.7]'],
    ['--url', 'https://localhost/', '--contact', 'agent@203.0.113.7'],
  ])('when the only domain is an IP address, as with %s %s %s %s', async (...more) => {
    expect(await refused([...facts, '--yes', ...more])).toContain('domain: is missing');
  });

  test('when a file changes while the question stands', async () => {
    const keys = join(root, 'datasets/keys.yaml');
    const own = `${readFileSync(keys, 'utf8')}# A note that somebody has just written.\n`;
    const { code, said } = await atTerminal(
      'cli/agent.ts',
      ['init', '--root', root, ...facts],
      [['Go on?', 'y\r']],
      ['Go on?', keys, own],
    );
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('The files changed while') as string });
    expect(readFileSync(keys, 'utf8')).toBe(own);
    expect(checkDatasets(texts()).agent?.demonstration).toBe(true);
  });

  test('when a file of answers has a member that is not asked for, or leaves one out', async () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, 'nam: Harbour agent\n');
    expect(await refused(['--file', file, '--yes'])).toContain('nam: expected one of name, operator, contact');
    writeFileSync(file, 'name: Harbour agent\n');
    expect(await refused(['--file', file, '--yes'])).toMatch(/operator: is missing.*\ncontact: is missing/);
  });

  test('when --yes is given and answers are missing or wrong, which are named at once without a question', async () => {
    const said = await refused([
      '--name',
      'Harbour agent',
      '--contact',
      'not an address',
      '--account',
      'harbour',
      '--yes',
    ]);
    expect(said.split('\n')).toEqual([
      'operator: is missing; expected: Who operates it: a person or an organisation',
      expect.stringMatching(/^domain: is missing; expected one of the operator.* contact \(agent@example\.org\)$/),
      expect.stringMatching(/^account: expected a CAIP-10 account, for instance ccd:/),
      'account, registry and token go together: expected all of them, or none while there is no registration',
      'Nothing was changed.',
      '',
    ]);
  });

  test('without --yes, where there is no terminal to ask at', async () => {
    expect(await refused(facts)).toContain('To go on without a question, add --yes.');
  });

  test('when a real agent is there already, unless that is asked for', async () => {
    expect((await run([...facts, '--yes'])).code).toBe(0);
    expect(await refused([...facts, '--yes'])).toContain('has the facts of a real agent, Harbour agent');
    expect((await run([...facts, '--yes', '--replace', '--name', 'Quay agent'])).code).toBe(0);
    expect(checkDatasets(texts()).agent?.name).toBe('Quay agent');
  });

  test('when a file cannot be written', async () => {
    const before = readdirSync(root, { recursive: true });
    const earlier = texts();
    // A file of at most one block, as on a disk that is full.
    const { status, stderr } = spawnSync(
      'bash',
      [
        '-c',
        'ulimit -f 1 && exec "$0" "$@"',
        process.execPath,
        'src/cli/agent.ts',
        'init',
        '--root',
        root,
        ...facts,
        '--yes',
      ],
      { cwd: project, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'The files cannot be changed (EFBIG). Nothing was changed.\n',
    });
    expect(texts()).toEqual(earlier);
    expect(readdirSync(root, { recursive: true })).toEqual(before);
  });

  test('when the datasets have problems already', async () => {
    writeFileSync(join(root, 'datasets/decision-receipts/broken.json'), '{');
    expect(await refused([...facts, '--yes'])).toContain('Fix these first.');
  });
});
