import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkDatasets } from '../../src/dataset-files/check.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { runHere } from '../support/command-here.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const project = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'agent-'));
const root = join(folder, 'project');
const small = smallDatasets();

beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  cpSync(join(small, 'datasets'), join(root, 'datasets'), { recursive: true });
  for (const part of ['agent.yaml', 'keys.yaml', 'decision-receipts'])
    cpSync(join(project, 'datasets', part), join(root, 'datasets', part), { recursive: true });
});

const run = (args: readonly string[], input = '') =>
  runHere('cli/agent.ts', ['init', '--root', root, ...args], {}, input);
const facts = ['--name', 'Harbour agent', '--operator', 'Harbour Works', '--contact', 'agent@harbour.example'];
const texts = () => readDatasetTexts(root);

describe('the command that puts a real agent in the place of the demonstration', () => {
  test('writes the facts, and takes away what is made up', async () => {
    const { code, stdout, stderr } = await run(facts);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('removed datasets/decision-receipts/demonstration-accepted.json');
    expect(stdout).toContain('rewrote datasets/agent.yaml');
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
    expect(receipts).toEqual([]);
    expect(keys.map(({ use, demonstration }) => ({ use, demonstration }))).toEqual([
      { use: 'decisions' },
      { use: 'card' },
    ]);
    expect(readFileSync(join(root, 'datasets/agent.yaml'), 'utf8')).not.toMatch(/demonstration(?!: false)/i);
  });

  test('leaves no draft behind, also none of a run that was killed', async () => {
    const [left, young] = ['datasets/.agent.yaml.1.partial', 'datasets/.agent.yaml.2.partial'];
    for (const draft of [left, young]) writeFileSync(join(root, draft), 'A draft.');
    const anHourAgo = Date.now() / 1000 - 3600;
    utimesSync(join(root, left), anHourAgo, anHourAgo);
    expect((await run(facts)).code).toBe(0);
    const drafts = readdirSync(join(root, 'datasets')).filter((name) => name.endsWith('.partial'));
    expect(drafts.map((name) => `datasets/${name}`)).toEqual([young]);
  });

  test('keeps receipts and keys that are not made up', async () => {
    const own = join(root, 'datasets/decision-receipts/own.json');
    const { signatures: _, ...shipped } = JSON.parse(
      readFileSync(join(root, 'datasets/decision-receipts/demonstration-accepted.json'), 'utf8'),
    ) as Record<string, unknown>;
    writeFileSync(own, JSON.stringify({ ...shipped, receipt_id: 'own' }));
    writeFileSync(own.replace('own.json', 'sample-one.json'), JSON.stringify({ ...shipped, receipt_id: 'sample-one' }));
    const keys = join(root, 'datasets/keys.yaml');
    writeFileSync(keys, readFileSync(keys, 'utf8').replace('    demonstration: true\n', ''));
    expect((await run([...facts])).code).toBe(0);
    expect(readdirSync(join(root, 'datasets/decision-receipts'))).toEqual(['own.json']);
    expect(checkDatasets(texts()).keys.map(({ use }) => use)).toEqual(['decisions', 'card']);
  });

  test('takes a registration, whose card is frozen with its own address, and replaced only when that is asked for', async () => {
    const OWNER = '3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G';
    const network = 'ccd:4221332d34e1694168c2a0c0b3fd0f27';
    const registered = ['--account', `${network}:${OWNER}`, '--registry', '10082,0', '--token', '12345678901234567891'];
    const card = () => readFileSync(join(root, 'datasets/registered-card.json'), 'utf8');
    const registerCard = (args: readonly string[] = [], SITE_URL = 'https://harbour.example') =>
      runHere('cli/agent.ts', ['register-card', ...args, '--root', root], { SITE_URL });
    expect((await registerCard()).stderr).toContain('claims no registration on Concordium');
    expect((await run([...facts, ...registered])).code).toBe(0);
    expect(checkDatasets(texts()).agent?.registration).toMatchObject({
      network,
      registry: { index: 10082, subindex: 0 },
      token_id: '12345678901234567891',
    });
    expect((await registerCard([], 'http://localhost:4321')).stderr).toContain('Set SITE_URL to it, with https.');

    const { code, stdout, stderr } = await registerCard();
    expect(code, stderr).toBe(0);
    const earlier = card();
    expect(JSON.parse(earlier)).toMatchObject({
      url: 'https://harbour.example/.well-known/concordium-agent-card.json',
      concordium: { owner: OWNER, contracts: { cis8004: '10082,0' } },
    });
    for (const fact of [sha256Hex(earlier), '<10082,0>', OWNER, '12345678901234567891']) expect(stdout).toContain(fact);

    expect((await run([...facts, ...registered, '--replace', '--description', 'Berths ships.'])).code).toBe(0);
    expect((await registerCard()).stderr).toContain(`is frozen with the SHA-256 ${sha256Hex(earlier)}`);
    expect(card()).toBe(earlier);
    expect((await registerCard(['--replace'])).code).toBe(0);
    expect(card()).toContain('Berths ships.');
  });
});

test.each([
  ['contract', ['']],
  ['token', ['10082,0', '']],
])('an account is taken back at the question for the %s: the agent is not registered', async (_, then) => {
  const account = 'ccd:testnet:3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G';
  const answers = ['Harbour agent', 'Harbour Works', 'agent@harbour.example', 'Berths ships.', account, ...then];
  const { code, stderr } = await run([], `${[...answers, '', 'later'].join('\n')}\n`);
  expect(code, stderr).toBe(0);
  expect(checkDatasets(texts()).agent).not.toHaveProperty('registration');
});

test('asks at most ten questions where no fact is given, each until its answer can be used', async () => {
  const answers = [
    '',
    'Harbour agent',
    'Harbour Works',
    'by post',
    'harbour',
    'harbour.example',
    'Berths ships.',
    '3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G',
    'ccd:testnet:x',
  ];
  const account = 'ccd:testnet:3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G';
  const more = [account, '10082,0', '7', 'harbour.example', 'https://harbour.example', 'systemd'];
  const { code, stdout, stderr } = await run([], `${[...answers, ...more].join('\n')}\n`);
  expect(code, stderr).toBe(0);
  expect(new Set(stdout.match(/(What|Who|How|Which|In which|As which|At which|Run) [^\n]*\n(?=> )/g)).size).toBe(10);
  expect(stdout.match(/^(> )?That cannot be used: /gm)).toHaveLength(5);
  expect(stdout).toContain('put ccd:testnet: or ccd:mainnet: in front of the address');
  expect(checkDatasets(texts()).agent).toMatchObject({
    description: 'Berths ships.',
    notice: expect.stringContaining('on Concordium Testnet (ccd:4221332d34e1694168c2a0c0b3fd0f27).'),
    registration: { network: 'ccd:4221332d34e1694168c2a0c0b3fd0f27', token_id: '7' },
    tag_authority: expect.stringMatching(/^harbour\.example,/),
  });
  const file = (name: string) => readFileSync(join(root, name), 'utf8');
  expect(file('.env')).toBe('SITE_URL=https://harbour.example\nCARD_KEY_FILE=./data/card-key.json\n');
  expect(statSync(join(root, 'data/decisions-key.json')).mode & 0o777).toBe(0o600);
  const unit = file('data/agent-accountability-service.service');
  for (const line of [
    `WorkingDirectory=${root}`,
    `ExecStart=${process.execPath} src/server/main.ts`,
    `ReadWritePaths=${root}/data`,
  ])
    expect(unit).toContain(`\n${line}\n`);
  expect(unit).not.toMatch(/\/opt\/|\/var\/lib|\/etc\//);
  expect(stdout).toContain(
    '- Freeze the card that the registry names: npm run agent -- register-card, once SITE_URL is public.',
  );
  expect(stdout).toContain(
    '- The service itself listens on 127.0.0.1:4321 over HTTP, and https://harbour.example needs a',
  );
  expect(stdout.includes('User=root is a choice to change')).toBe(userInfo().uid === 0);

  // Said again, it keeps the keys and the settings of the operator.
  const keys = file('datasets/keys.yaml');
  const again = await run([...facts, '--replace', '--site', 'https://quay.example']);
  expect(again.stdout).toContain('- Add to .env, which was left as it is: SITE_URL=https://quay.example\n');
  expect(file('datasets/keys.yaml')).toBe(keys);
});

test('writes a unit that systemd takes in a folder of any name, and the port of an address of this machine', async () => {
  const odd = join(folder, 'a b%h "c" $d\\e');
  cpSync(root, odd, { recursive: true });
  const args = ['init', '--root', odd, ...facts, '--run', 'systemd', '--site', 'http://localhost:8080'];
  const { code, stderr } = await runHere('cli/agent.ts', args, {});
  expect(code, stderr).toBe(0);
  expect(readFileSync(join(odd, '.env'), 'utf8')).toMatch(/^SITE_URL=http:\/\/localhost:8080\nPORT=8080\n/);
  const path = 'data/agent-accountability-service.service';
  const unit = readFileSync(join(odd, path), 'utf8');
  const [plain, escaped] = [`${folder}/a b%%h "c" $d\\e`, `${folder}/a b%%h \\"c\\" $d\\\\e`];
  for (const line of [
    `WorkingDirectory=${plain}`,
    `EnvironmentFile=-${plain}/.env`,
    `Environment="DATABASE_URL=file:${escaped}/data/service.db"`,
    `ReadWritePaths="${escaped}/data"`,
  ])
    expect(unit).toContain(`\n${line}\n`);
});

describe('nothing is changed', () => {
  const refused = async (args: readonly string[], input = '') => {
    const before = texts();
    const { code, stderr } = await run(args, input);
    expect(code).toBe(1);
    expect(texts()).toEqual(before);
    return stderr;
  };

  test('when answers are wrong, and every problem is named at once', async () => {
    const said = await refused([
      '--name',
      'x'.repeat(301),
      '--contact',
      'a\u001b[2Jb',
      '--url',
      'https://a:secret@harbour.example',
      '--domain',
      '203.0.113.7',
      '--account',
      'harbour',
      '--registry',
      '10082',
    ]);
    for (const problem of [
      '--name: expected at most 300 characters',
      '--operator: expected a string',
      '--contact: expected text without control characters',
      '--url: expected an address without a name and a password',
      '--domain: expected a domain in lower case',
      '--account: expected a CAIP-10 account',
      '--registry: expected the index and subindex',
    ])
      expect(said).toContain(problem);
    // eslint-disable-next-line no-control-regex -- this is the character to find
    expect(said).not.toMatch(/secret|\u001b/);
  });

  test.each([
    [['--token', '5'], 'account, registry and token go together'],
    [['--name', 'Harbour \u202etnega'], 'name: holds U+202E, which is not seen or turns the direction of writing'],
    [
      ['--url', 'https://203.0.113.7/', '--contact', 'by post'],
      'expected one of the operator here, in url or in contact',
    ],
    [['--url', 'https://localhost/', '--contact', 'agent@203.0.113.7'], 'expected one of the operator here'],
    [
      [
        '--account',
        'ccd:4221332d34e1694168c2a0c0b3fd0f27:3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1H',
        '--registry',
        '1,0',
        '--token',
        '1',
      ],
      'fails its checksum',
    ],
  ])('with %j', async (more, problem) => {
    expect(await refused([...facts, ...more])).toContain(problem);
  });

  test('when a real agent is there already, unless that is asked for', async () => {
    expect((await run([...facts])).code).toBe(0);
    expect(await refused([...facts])).toContain('has the facts of a real agent, Harbour agent');
    expect((await run([...facts, '--replace', '--name', 'Quay agent'])).code).toBe(0);
    expect(checkDatasets(texts()).agent?.name).toBe('Quay agent');
  });

  test('when a file cannot be written', async () => {
    const before = readdirSync(root, { recursive: true });
    const earlier = texts();
    // A file of at most one block, as on a disk that is full.
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', 'ulimit -f 1 && exec "$0" "$@"', process.execPath, 'src/cli/agent.ts', 'init', '--root', root, ...facts],
      { cwd: project, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'The files cannot be changed (EFBIG).\nNothing was changed.\n',
    });
    expect(texts()).toEqual(earlier);
    expect(readdirSync(root, { recursive: true }).filter((path) => path !== 'data')).toEqual(before);
  });

  test('when the answers end too early', async () => {
    expect(await refused([], 'Harbour agent\nHarbour Works\n')).toBe(
      'The answers ended before the last question.\nNothing was changed.\n',
    );
  });

  test('when the datasets have problems already', async () => {
    writeFileSync(join(root, 'datasets/decision-receipts/broken.json'), '{');
    expect(await refused([...facts])).toContain('Fix these first.');
  });
});
