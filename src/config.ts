import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseChainNodes } from './config/chain-nodes.ts';
import * as kind from './config/values.ts';

interface Setting<Value> {
  readonly name: string;
  /** The value when the environment does not set it; empty when there is no default. */
  readonly default: string;
  readonly meaning: string;
  readonly value: kind.ValueKind<Value>;
}

/**
 * Every setting of the service (SPEC.md §14.1), by its member of {@link Config}. To add one: an entry here,
 * and the lines of .env.example and OPERATIONS.md that the test prints.
 */
export const settings = {
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'the address it listens on',
    value: kind.hostName,
  },
  port: {
    name: 'PORT',
    default: '4321',
    meaning: 'the port it listens on, with SITE_URL to match; 0 takes a free one and prints it',
    value: kind.wholeNumber(0, 65_535),
  },
  siteUrl: {
    name: 'SITE_URL',
    default: 'http://localhost:4321',
    meaning: 'the public base address, used at build and at run',
    value: kind.siteUrl,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    default: 'file:./data/service.db',
    meaning: 'where requests and anchors are kept; PostgreSQL lets several machines share them',
    value: kind.databaseUrl,
  },
  serviceKeyFile: {
    name: 'SERVICE_KEY_FILE',
    default: '',
    meaning: 'the private key of the service; made where there is none, by default beside the store',
    value: kind.optional(kind.path),
  },
  cardKeyFile: {
    name: 'CARD_KEY_FILE',
    default: '',
    meaning: 'the private key that a build signs the agent card and the manifest of the data with',
    value: kind.optional(kind.path),
  },
  metricsPort: {
    name: 'METRICS_PORT',
    default: '',
    meaning: 'the port of /metrics on 127.0.0.1, off when not set; 0 takes a free one and prints it',
    value: kind.optional(kind.wholeNumber(0, 65_535)),
  },
  trustedProxyHops: {
    name: 'TRUSTED_PROXY_HOPS',
    default: '0',
    meaning: 'the number of proxies in front whose X-Forwarded-For entry counts',
    value: kind.wholeNumber(0, 10),
  },
  rateLimitIntake: {
    name: 'RATE_LIMIT_INTAKE',
    default: '20/60',
    meaning: 'the intake requests that one client may send',
    value: kind.rateLimit,
  },
  rateLimitPreview: {
    name: 'RATE_LIMIT_PREVIEW',
    default: '60/60',
    meaning: 'the previews and anchors that one client may ask for, over A2A and MCP too',
    value: kind.rateLimit,
  },
  rateLimitRead: {
    name: 'RATE_LIMIT_READ',
    default: '600/60',
    meaning: 'the evidence packs and pages made on request that one client may read',
    value: kind.rateLimit,
  },
  retentionDays: {
    name: 'RETENTION_DAYS',
    default: '365',
    meaning: 'the age in days at which the texts of intake requests are deleted, within an hour',
    value: kind.wholeNumber(1, 36_500),
  },
  answerDays: {
    name: 'ANSWER_DAYS',
    default: '30',
    meaning: 'the days within which the receipt of a request promises an answer, 0 for no promise',
    value: kind.wholeNumber(0, 3_650),
  },
  adminTokenSha256: {
    name: 'ADMIN_TOKEN_SHA256',
    default: '',
    meaning: 'the SHA-256 of the administrator’s bearer token, never the token',
    value: kind.optional(kind.sha256),
  },
  allowLiveRegisterdata: {
    name: 'AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA',
    default: '',
    meaning: 'only the value 1 enables live anchoring',
    value: kind.onlyWith('1'),
  },
  concordiumGrpcUrl: {
    name: 'CONCORDIUM_GRPC_URL',
    default: '',
    meaning: 'the Concordium node to ask',
    value: kind.optional(kind.grpcUrl),
  },
  concordiumGrpcHeadersFile: {
    name: 'CONCORDIUM_GRPC_HEADERS_FILE',
    default: '',
    meaning: 'headers that the node asks for, one `name: value` in a line, not readable by others',
    value: kind.optional(kind.path),
  },
  concordiumNetwork: {
    name: 'CONCORDIUM_NETWORK',
    default: 'testnet',
    meaning: 'the network that the node must be on',
    value: kind.network,
  },
  concordiumWalletFile: {
    name: 'CONCORDIUM_WALLET_FILE',
    default: '',
    meaning: 'the wallet file of the account that pays for anchors, not readable by others',
    value: kind.optional(kind.path),
  },
  observeMcpRegistry: {
    name: 'OBSERVE_MCP_REGISTRY',
    default: '',
    meaning: 'the MCP registry in which `npm run datasets -- observe` looks up names',
    value: kind.optional(kind.siteUrl),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'the least important log line that is written',
    value: kind.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
} as const satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;

/** The parsed settings. */
export type Config = { readonly [Member in keyof Settings]: ReturnType<Settings[Member]['value']['parse']> };

/**
 * Reads the settings (SPEC.md §14.1). An empty value counts as not set.
 * @throws ConfigError that names every invalid setting with its problem and the accepted form.
 */
export const parseConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [member, { name, default: usual, value }] of Object.entries(settings)) {
    try {
      config[member] = value.parse(env[name] || usual);
    } catch (thrown) {
      problems.push(`${name} ${(thrown as Error).message}; accepted: ${value.form}`);
    }
  }
  if (config['metricsPort'] && config['metricsPort'] === config['port'])
    problems.push(`${settings.metricsPort.name} is the same as ${settings.port.name}; accepted: another port`);
  if (problems.length > 0) throw new kind.ConfigError(problems);
  return config as Config;
};

/** Where the private key of the service is: where the setting says, or else beside the SQLite file. */
export const serviceKeyPath = ({ serviceKeyFile, databaseUrl }: Config): string =>
  serviceKeyFile ??
  (databaseUrl.kind === 'sqlite'
    ? join(dirname(databaseUrl.filename), 'service-key.json')
    : resolve('data/service-key.json'));

/** Adds the settings of the file `.env` in the current folder to the environment, which takes precedence. */
const readEnvFile = (): void => {
  if (existsSync('.env')) process.loadEnvFile();
};

/** The settings of this process, from its environment and the file `.env`. @throws ConfigError */
export const configFromEnvironment = (): Config => {
  readEnvFile();
  return parseConfig(process.env);
};

/**
 * The day of a build (UTC): that of `SOURCE_DATE_EPOCH`, where a builder sets it so that builds repeat, else that of the clock.
 * @param now milliseconds since 1970.
 * @throws ConfigError
 */
export const buildDay = (env: Readonly<Record<string, string | undefined>> = process.env, now = Date.now()): string => {
  const epoch = env['SOURCE_DATE_EPOCH'] ?? '';
  if (!/^\d{0,11}$/.test(epoch))
    throw new kind.ConfigError(['SOURCE_DATE_EPOCH is no time; accepted: whole seconds since 1970']);
  return new Date(epoch === '' ? now : Number(epoch) * 1000).toISOString().slice(0, 10);
};

/** The nodes of this process for observations, from its environment and the file `.env`. @throws ConfigError */
export const chainNodesFromEnvironment = (): ReturnType<typeof parseChainNodes> => {
  readEnvFile();
  return parseChainNodes(process.env);
};

/** The environment for a build or a service that this process starts: always for production, and without Astro’s telemetry. */
export const buildEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  ASTRO_TELEMETRY_DISABLED: '1',
});
