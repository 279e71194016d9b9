import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildDay, parseConfig, settings } from '../src/config.ts';
import { parseChainNodes } from '../src/config/chain-nodes.ts';
import { ConfigError } from '../src/config/values.ts';
import { filesBelow } from '../src/server/built-files.ts';
import { modelVariables } from './support/model-runs.ts';

const text = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
};

test('a build has the day that its builder sets, else that of the clock, and refuses what is no time', () => {
  const now = Date.parse('2026-11-23T23:59:59Z');
  expect(buildDay({}, now)).toBe('2026-11-23');
  expect(buildDay({ SOURCE_DATE_EPOCH: '1800000000' }, now)).toBe('2027-01-15');
  expect(() => buildDay({ SOURCE_DATE_EPOCH: 'tomorrow' }, now)).toThrow(/whole seconds since 1970/);
});

test('without any setting the service runs on this machine alone', () => {
  expect(parseConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 4321,
    siteUrl: 'http://localhost:4321',
    databaseUrl: { kind: 'sqlite' },
    trustedProxyHops: 0,
    rateLimitIntake: { requests: 20, seconds: 60 },
    rateLimitPreview: { requests: 60, seconds: 60 },
    rateLimitRead: { requests: 600, seconds: 60 },
    retentionDays: 365,
    answerDays: 30,
    adminTokenSha256: undefined,
    allowLiveRegisterdata: false,
    concordiumGrpcUrl: undefined,
    concordiumNetwork: 'testnet',
    concordiumWalletFile: undefined,
    logLevel: 'info',
  });
});

test('no source but the table of settings names the address that a build is for by default', () => {
  const files = ['src', 'datasets', 'public'].flatMap((folder) =>
    filesBelow(join(import.meta.dirname, '..', folder)).map((file) => join(folder, file)),
  );
  expect(files.filter((file) => text(file).includes('http://localhost:4321'))).toEqual(['src/config.ts']);
});

test('an empty value counts as not set', () => {
  expect(parseConfig({ PORT: '', ADMIN_TOKEN_SHA256: '' })).toMatchObject({ port: 4321, adminTokenSha256: undefined });
});

describe('a wrong value is named with what is wrong with it and the accepted form', () => {
  test.each([
    ['HOST', 'a b'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['SITE_URL', 'example.org'],
    ['SITE_URL', 'ftp://example.org'],
    ['SITE_URL', 'https://example.org/path'],
    ['SITE_URL', 'https://user:secret@example.org'],
    ['DATABASE_URL', 'service.db'],
    ['DATABASE_URL', 'file:'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['TRUSTED_PROXY_HOPS', '11'],
    ['RATE_LIMIT_INTAKE', '20'],
    ['RATE_LIMIT_INTAKE', '0/60'],
    ['RATE_LIMIT_PREVIEW', '20/60/3'],
    ['RETENTION_DAYS', '0'],
    ['ANSWER_DAYS', '-1'],
    ['ADMIN_TOKEN_SHA256', 'hunter2'],
    ['CONCORDIUM_GRPC_URL', 'http://grpc.example.org:20000'],
    ['CONCORDIUM_GRPC_URL', 'https://grpc.example.org'],
    ['CONCORDIUM_GRPC_URL', 'http://[::1]'],
    ['CONCORDIUM_GRPC_URL', 'https://grpc.example.org:443/path'],
    ['CONCORDIUM_GRPC_URL', 'https://user:443@grpc.example.org'],
    ['CONCORDIUM_NETWORK', 'stagenet'],
    ['CONCORDIUM_NETWORK', 'genesis:12'],
    ['LOG_LEVEL', 'verbose'],
  ] as const)('%s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .+; accepted: `));
    expect(problems[0]).toContain(Object.values(settings).find((one) => one.name === name)!.value.form);
  });

  test('a number below the least as out of its range', () => {
    for (const TRUSTED_PROXY_HOPS of ['-1', '-0', '11'])
      expect(problemsOf({ TRUSTED_PROXY_HOPS })).toEqual([
        'TRUSTED_PROXY_HOPS is not between 0 and 10; accepted: a whole number from 0 to 10',
      ]);
  });

  test('all of them at once', () => {
    expect(new ConfigError(problemsOf({ PORT: 'x' })).message).toMatch(/^One setting cannot be used:\n/);
    expect(problemsOf({ PORT: 'x', SITE_URL: 'x', LOG_LEVEL: 'x' })).toHaveLength(3);
  });

  test('METRICS_PORT and PORT where they are the same, each a port that is taken by the other', () => {
    const METRICS_PORT = '4571';
    expect(problemsOf({ PORT: METRICS_PORT, METRICS_PORT })).toEqual([
      'METRICS_PORT is the same as PORT; accepted: another port',
    ]);
    expect(problemsOf({ METRICS_PORT: '4321' })).toHaveLength(1);
    expect(problemsOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([]);
  });

  test('and a secret in it is not repeated', () => {
    const message = new ConfigError(
      problemsOf({ ADMIN_TOKEN_SHA256: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' }),
    ).message;
    expect(message).not.toContain('hunter2');
  });
});

test.each(['true', '1 ', '01', 'yes', '0', ' 1', '１'])(
  'AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA=%s does not enable live anchoring',
  (value) => {
    expect(parseConfig({ AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: value }).allowLiveRegisterdata).toBe(false);
  },
);

test.each([
  ['http://127.0.0.1:20000', 'http://127.0.0.1:20000'],
  ['http://localhost:20000', 'http://localhost:20000'],
  ['https://grpc.example.org:20000', 'https://grpc.example.org:20000'],
  ['https://grpc.example.org:443', 'https://grpc.example.org'],
  ['http://[::1]:80/', 'http://[::1]'],
])('CONCORDIUM_GRPC_URL takes %s', (value, origin) => {
  expect(parseConfig({ CONCORDIUM_GRPC_URL: value }).concordiumGrpcUrl?.origin).toBe(origin);
});

const listed = Object.values(settings);

// Where one of these two differs, the lines to paste are in the message.
describe('the nodes for observations', () => {
  test('are named one for each chain, and none by default', () => {
    expect(parseChainNodes({})).toEqual([]);
    const named = {
      OBSERVE_RPC_eip155_8453: 'https://example.org/key',
      OBSERVE_RPC_eip155_1: '',
    };
    expect(parseChainNodes(named)).toEqual([{ chainId: 'eip155:8453', url: new URL('https://example.org/key') }]);
  });
});

test('.env.example lists every setting with its meaning, its form and its default, and no other', () => {
  const expected = listed
    .map(
      ({ name, meaning, value: { form }, default: usual }) =>
        `# ${meaning[0]!.toUpperCase()}${meaning.slice(1)}. Accepted: ${form}.\n${usual === '' ? '# ' : ''}${name}=${usual}\n`,
    )
    .join('\n');
  expect(text('.env.example')).toBe(expected);
});

test('OPERATIONS.md has a row for every setting, with its default and its meaning, and no other', () => {
  const rows = /^## Settings\n(.*?)^## /ms
    .exec(text('OPERATIONS.md'))![1]!
    .match(/^\| `[A-Z][A-Z0-9_]+` .*$/gm)!
    .map((row) => row.replaceAll(/ +/g, ' '));
  const expected = listed.map(
    ({ name, default: usual, meaning }) => `| \`${name}\` | ${usual === '' ? '–' : `\`${usual}\``} | ${meaning} |`,
  );
  expect(rows.join('\n')).toBe(expected.join('\n'));
});

test.each(['README.md', 'OPERATIONS.md', 'SECURITY.md', 'CONTRIBUTING.md', 'Dockerfile'])(
  '%s speaks of no setting that does not exist',
  (file) => {
    // Codes of errors of SQLite are written in the same way.
    const spokenOf = text(file).match(/\b(?!SQLITE_)[A-Z][A-Z0-9]*(_[A-Z0-9]+)+\b/g) ?? [];
    const known = new Set<string>([
      ...listed.map(({ name }) => name),
      ...modelVariables,
      'A2A_TCK',
      'INTERFACE_VERSION',
      'NODE_ENV',
      'ROLE_USER',
    ]);
    expect(spokenOf.filter((name) => !known.has(name))).toEqual([]);
  },
);
