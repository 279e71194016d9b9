import { readPrivateLines } from '../private-file.ts';
import type { HeadersOfAddress } from './fetch-document.ts';

/** The headers that the maintainer keeps for an origin. */
export type HeadersOfOrigin = (origin: string) => Readonly<Record<string, string>>;

const LINE = /^(\S+)\s+([0-9a-z_-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)[ \t]*$/i;

/** A header file that cannot be used. The message holds neither its content nor its path. */
class UnusableHeaders extends Error {
  override readonly name = 'UnusableHeaders';
  constructor(detail: string) {
    super(`The file that OBSERVE_HEADERS_FILE names cannot be used: ${detail}`);
  }
}

/** An origin that may be sent a key: https, or http on this machine. */
const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null &&
    url.origin === text &&
    (url.protocol === 'https:' || /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:|$)/.test(text))
  );
};

/**
 * The headers that the maintainer keeps for origins, from a file with one `https://host name: value` in each line
 * (SPEC.md §12.2). Empty lines and lines that begin with # are skipped.
 * @throws UnusableHeaders
 */
export const readOriginHeaders = async (path: string): Promise<HeadersOfOrigin> => {
  const file = await readPrivateLines(path);
  if ('problem' in file) throw new UnusableHeaders(file.problem);
  const headers = new Map<string, Record<string, string>>();
  for (const [number, line] of file.lines) {
    const [, origin = '', name = '', value = ''] = LINE.exec(line) ?? [];
    if (!isOrigin(origin)) throw new UnusableHeaders(`line ${number} is not of the form https://host name: value.`);
    headers.set(origin, { ...headers.get(origin), [name.toLowerCase()]: value });
  }
  return (origin) => headers.get(origin) ?? {};
};

/**
 * Sends the headers of an origin to named addresses alone: others can name an address at it, in a registry, a card or a
 * redirect, and would choose what is asked with the key of the maintainer.
 * @param addresses whole addresses.
 * @param bases addresses of services that the maintainer names, with all that is below them.
 */
export const forNamedAddresses = (
  headersOf: HeadersOfOrigin,
  addresses: readonly string[],
  bases: readonly string[],
): HeadersOfAddress => {
  const named = new Set(addresses.flatMap((address) => URL.parse(address)?.href.replace(/#.*$/, '') ?? []));
  return (url) =>
    named.has(url.href) || bases.some((base) => url.href.startsWith(`${base}/`)) ? headersOf(url.origin) : {};
};
