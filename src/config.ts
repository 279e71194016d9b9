import { isAbsolute, resolve } from 'node:path';

/** A limit on requests: `requests` per `seconds` for each client, or null for none. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** Where the store is: a SQLite file or a PostgreSQL address. */
export type DatabaseLocation =
  { readonly kind: 'sqlite'; readonly filename: string } | { readonly kind: 'postgres'; readonly url: string };

interface Setting<Value> {
  /** The text that stands for the setting when the environment does not have it. */
  readonly default: string | undefined;
  /** The accepted form, in words, for error messages and the README. */
  readonly form: string;
  readonly meaning: string;
  /** @throws Error whose message says what is wrong with the text, without repeating a secret. */
  parse(text: string): Value;
}

const setting = <Value>(definition: Setting<Value>): Setting<Value> => definition;

const reject = (fault: string): never => {
  throw new Error(fault);
};

const integer = (text: string, least: number, most: number): number => {
  if (!/^\d+$/.test(text)) reject('is not a whole number');
  const value = Number(text);
  if (value < least || value > most) reject(`is not between ${least} and ${most}`);
  return value;
};

const url = (text: string): URL => (URL.canParse(text) ? new URL(text) : reject('is not an absolute address'));

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

const siteUrl = (text: string): string => {
  const parsed = url(text);
  if (!['http:', 'https:'].includes(parsed.protocol)) reject('does not begin with http:// or https://');
  if (parsed.username || parsed.password) reject('holds a user name or password');
  if (parsed.pathname !== '/' || parsed.search || parsed.hash) reject('holds more than scheme, host and port');
  return parsed.origin;
};

const databaseUrl = (text: string): DatabaseLocation => {
  if (text.startsWith('file:')) {
    const filename = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
    if (filename === '' || filename.startsWith('//')) reject('names no file');
    return { kind: 'sqlite', filename: isAbsolute(filename) ? filename : resolve(filename) };
  }
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return { kind: 'postgres', url: text };
  return reject('has neither of the two forms');
};

const rateLimit = (text: string): RateLimit | null => {
  if (text === 'off') return null;
  const [requests, seconds, ...rest] = text.split('/');
  if (requests === undefined || seconds === undefined || rest.length > 0)
    return reject('is not two numbers with a slash');
  return { requests: integer(requests, 1, 1_000_000), seconds: integer(seconds, 1, 86_400) };
};

const oneOf =
  <const Values extends readonly string[]>(values: Values) =>
  (text: string): Values[number] =>
    values.includes(text) ? text : reject('is not one of the accepted words');

const grpcUrl = (text: string): URL => {
  const parsed = url(text);
  if (!['http:', 'https:'].includes(parsed.protocol)) reject('does not begin with http:// or https://');
  // URL leaves out the port that is the usual one of its scheme; here it counts as named.
  if (!/^https?:\/\/[^/?#]*:\d+([/?#]|$)/i.test(text.trim())) reject('names no port');
  if (parsed.protocol === 'http:' && !loopbackHosts.has(parsed.hostname))
    reject('uses http:// to a host that is not loopback');
  if (parsed.pathname !== '/' || parsed.search || parsed.hash || parsed.username)
    reject('holds more than scheme, host and port');
  return parsed;
};

const network = (text: string): string =>
  /^(mainnet|testnet|genesis:[0-9a-f]{64})$/.test(text) ? text : reject('is not a known network');

const hex64 = (text: string): string =>
  /^[0-9a-fA-F]{64}$/.test(text) ? text.toLowerCase() : reject('is not 64 hexadecimal digits');

/** Every setting of the service (contract.md §8). To add one: a line here; README and .env.example are checked. */
export const settings = {
  HOST: setting({
    default: '127.0.0.1',
    form: 'a host name or an address',
    meaning: 'the address it listens on',
    parse: (text) => (/^[\w.:-]+$/.test(text) ? text : reject('is not a host name or an address')),
  }),
  PORT: setting({
    default: '4321',
    form: 'a whole number from 0 to 65535',
    meaning: 'the port it listens on; 0 takes a free one and prints it',
    parse: (text) => integer(text, 0, 65_535),
  }),
  SITE_URL: setting({
    default: 'http://localhost:4321',
    form: 'http(s)://host or http(s)://host:port, with no path',
    meaning: 'the public base address, used at build and at run',
    parse: siteUrl,
  }),
  DATABASE_URL: setting({
    default: 'file:./data/service.db',
    form: 'file:<path> or postgres://user:password@host:port/database',
    meaning: 'where requests and anchors are kept; PostgreSQL lets several machines share them',
    parse: databaseUrl,
  }),
  TRUSTED_PROXY_HOPS: setting({
    default: '0',
    form: 'a whole number from 0 to 10',
    meaning: 'the number of proxies in front whose X-Forwarded-For entry counts',
    parse: (text) => integer(text, 0, 10),
  }),
  RATE_LIMIT_INTAKE: setting({
    default: '20/60',
    form: 'requests/seconds, or off',
    meaning: 'the intake requests that one client may send',
    parse: rateLimit,
  }),
  RATE_LIMIT_PREVIEW: setting({
    default: '60/60',
    form: 'requests/seconds, or off',
    meaning: 'the preview and anchor requests that one client may send',
    parse: rateLimit,
  }),
  RETENTION_DAYS: setting({
    default: '365',
    form: 'a whole number from 1 to 36500',
    meaning: 'the age in days at which purge deletes the texts of intake requests',
    parse: (text) => integer(text, 1, 36_500),
  }),
  ADMIN_TOKEN_SHA256: setting({
    default: undefined,
    form: '64 hexadecimal digits',
    meaning: 'the SHA-256 of the administrator’s bearer token, never the token',
    parse: hex64,
  }),
  AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: setting({
    default: undefined,
    form: '1, anything else leaves it off',
    meaning: 'only the value 1 enables live anchoring',
    parse: (text) => text === '1',
  }),
  CONCORDIUM_GRPC_URL: setting({
    default: undefined,
    form: 'https://host:port, or http://host:port on loopback',
    meaning: 'the Concordium node to ask',
    parse: grpcUrl,
  }),
  CONCORDIUM_NETWORK: setting({
    default: 'testnet',
    form: 'mainnet, testnet, or genesis:<64 lowercase hexadecimal digits>',
    meaning: 'the network that the node must be on',
    parse: network,
  }),
  CONCORDIUM_WALLET_FILE: setting({
    default: undefined,
    form: 'a path',
    meaning: 'the wallet export of the account that pays for anchors, not readable by others',
    parse: (text) => (isAbsolute(text) ? text : resolve(text)),
  }),
  LOG_LEVEL: setting({
    default: 'info',
    form: 'trace, debug, info, warn, error, fatal or silent',
    meaning: 'the least important log line that is written',
    parse: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  }),
} as const;

export type SettingName = keyof typeof settings;

/** What the settings mean, parsed. Members without a default are undefined when not set. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly siteUrl: string;
  readonly databaseUrl: DatabaseLocation;
  readonly trustedProxyHops: number;
  readonly rateLimitIntake: RateLimit | null;
  readonly rateLimitPreview: RateLimit | null;
  readonly retentionDays: number;
  readonly adminTokenSha256: string | undefined;
  readonly allowLiveRegisterdata: boolean;
  readonly concordiumGrpcUrl: URL | undefined;
  readonly concordiumNetwork: string;
  readonly concordiumWalletFile: string | undefined;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
}

/** Settings that cannot be used; the message names each, its fault and the accepted form. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`${problems.length} setting(s) cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads the settings (contract.md §8). An empty value counts as not set.
 * @throws ConfigError that names every wrong setting, the value's fault and the accepted form.
 */
export const parseConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const problems: string[] = [];
  const read = <Name extends SettingName>(name: Name): ReturnType<(typeof settings)[Name]['parse']> | undefined => {
    const definition = settings[name];
    const text = env[name] || definition.default;
    if (text === undefined) return undefined;
    try {
      return definition.parse(text) as ReturnType<(typeof settings)[Name]['parse']>;
    } catch (fault) {
      problems.push(`${name} ${(fault as Error).message}; accepted: ${definition.form}`);
      return undefined;
    }
  };
  const config = {
    host: read('HOST'),
    port: read('PORT'),
    siteUrl: read('SITE_URL'),
    databaseUrl: read('DATABASE_URL'),
    trustedProxyHops: read('TRUSTED_PROXY_HOPS'),
    rateLimitIntake: read('RATE_LIMIT_INTAKE'),
    rateLimitPreview: read('RATE_LIMIT_PREVIEW'),
    retentionDays: read('RETENTION_DAYS'),
    adminTokenSha256: read('ADMIN_TOKEN_SHA256'),
    allowLiveRegisterdata: read('AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA') ?? false,
    concordiumGrpcUrl: read('CONCORDIUM_GRPC_URL'),
    concordiumNetwork: read('CONCORDIUM_NETWORK'),
    concordiumWalletFile: read('CONCORDIUM_WALLET_FILE'),
    logLevel: read('LOG_LEVEL'),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config as Config;
};

/** The settings of this process. @throws ConfigError */
export const configFromEnvironment = (): Config => parseConfig(process.env);

/** The environment for a build that this process starts: its own, for production whatever its own is, and without Astro’s telemetry. */
export const buildEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  ASTRO_TELEMETRY_DISABLED: '1',
});
