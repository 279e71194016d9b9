import { isAbsolute, resolve } from 'node:path';

/** A kind of value that a setting may have. */
export interface ValueKind<Value> {
  /** The accepted form, in words, for error messages and .env.example. */
  readonly form: string;
  /** @throws Error whose message says what is wrong with the text, without repeating it. */
  parse(text: string): Value;
}

/** A limit on requests: `requests` per `seconds` for each client, or null for none. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** Where the store is: a SQLite file or a PostgreSQL address. */
export type DatabaseLocation =
  { readonly kind: 'sqlite'; readonly filename: string } | { readonly kind: 'postgres'; readonly url: string };

const reject = (problem: string): never => {
  throw new Error(problem);
};

const integer = (text: string, least: number, most: number): number => {
  if (!/^-?\d+$/.test(text)) reject('is not a whole number');
  const value = Number(text);
  if (text.startsWith('-') || value < least || value > most) reject(`is not between ${least} and ${most}`);
  return value;
};

const webAddress = (text: string): URL => {
  const parsed = URL.canParse(text) ? new URL(text) : reject('is not an absolute address');
  if (!['http:', 'https:'].includes(parsed.protocol)) reject('does not begin with http:// or https://');
  if (parsed.username || parsed.password) reject('holds a user name or password');
  if (parsed.pathname !== '/' || parsed.search || parsed.hash) reject('holds more than scheme, host and port');
  return parsed;
};

const matching = (pattern: RegExp, form: string): ValueKind<string> => ({
  form,
  parse: (text) => (pattern.test(text) ? text : reject(`is not ${form}`)),
});

/** The same kind of value for a setting that may be left out: it is then undefined. */
export const optional = <Value>({ form, parse }: ValueKind<Value>): ValueKind<Value | undefined> => ({
  form,
  parse: (text) => (text === '' ? undefined : parse(text)),
});

export const wholeNumber = (least: number, most: number): ValueKind<number> => ({
  form: `a whole number from ${least} to ${most}`,
  parse: (text) => integer(text, least, most),
});

export const oneOf = <const Word extends string>(...words: readonly Word[]): ValueKind<Word> => ({
  form: `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
  parse: (text) => words.find((word) => word === text) ?? reject('is not one of the accepted words'),
});

/** True for exactly this text, false for any other and for none. */
export const onlyWith = (accepted: string): ValueKind<boolean> => ({
  form: `${accepted}, anything else leaves it off`,
  parse: (text) => text === accepted,
});

export const hostName = matching(/^[\w.:-]+$/, 'a host name or an address');

const hexadecimal = matching(/^[0-9a-fA-F]{64}$/, '64 hexadecimal digits');
/** A SHA-256 hash, in lower case. */
export const sha256: ValueKind<string> = { ...hexadecimal, parse: (text) => hexadecimal.parse(text).toLowerCase() };

export const path: ValueKind<string> = {
  form: 'a path',
  parse: (text) => (isAbsolute(text) ? text : resolve(text)),
};

export const siteUrl: ValueKind<string> = {
  form: 'http(s)://host or http(s)://host:port, with no path',
  parse: (text) => webAddress(text).origin,
};

export const databaseUrl: ValueKind<DatabaseLocation> = {
  form: 'file:<path> or postgres://user:password@host:port/database',
  parse(text) {
    if (text.startsWith('file:')) {
      const filename = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
      if (filename === '' || filename.startsWith('//')) reject('names no file');
      return { kind: 'sqlite', filename: path.parse(filename) };
    }
    if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return { kind: 'postgres', url: text };
    return reject('has neither of the two forms');
  },
};

export const rateLimit: ValueKind<RateLimit | null> = {
  form: 'requests/seconds, or off',
  parse(text) {
    if (text === 'off') return null;
    const [requests, seconds, ...rest] = text.split('/');
    if (requests === undefined || seconds === undefined || rest.length > 0)
      return reject('is not two numbers with a slash');
    return { requests: integer(requests, 1, 1_000_000), seconds: integer(seconds, 1, 86_400) };
  },
};

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

export const grpcUrl: ValueKind<URL> = {
  form: 'https://host:port, or http://host:port on loopback',
  parse(text) {
    const parsed = webAddress(text);
    // URL leaves out the port that is the usual one of its scheme; here it counts as named.
    if (!/^https?:\/\/[^/?#]*:\d+([/?#]|$)/i.test(text.trim())) reject('names no port');
    if (parsed.protocol === 'http:' && !loopbackHosts.has(parsed.hostname))
      reject('uses http:// to a host that is not loopback');
    return parsed;
  },
};

export const network = matching(
  /^(mainnet|testnet|genesis:[0-9a-f]{64})$/,
  'mainnet, testnet, or genesis:<64 lowercase hexadecimal digits>',
);

/** Invalid settings. The message names each with the problem of its value and the accepted form. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(problems: readonly string[]) {
    const many = problems.length === 1 ? 'One setting' : `${problems.length} settings`;
    super(`${many} cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
}
