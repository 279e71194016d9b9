import { readPrivateFile } from '../private-file.ts';
import type { HeadersOfOrigin } from './fetch-document.ts';

const LARGEST_BYTES = 65_536;
const LINE = /^(\S+)\s+([0-9a-z_-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)[ \t]*$/i;

/** A header file that cannot be used. The message holds neither its content nor its path. */
export class UnusableHeaders extends Error {
  override readonly name = 'UnusableHeaders';
  constructor(detail: string) {
    super(`The file that OBSERVE_HEADERS_FILE names cannot be used: ${detail}`);
  }
}

const problems = {
  missing: 'there is no such file.',
  unreadable: 'it cannot be read by the user that runs this.',
  not_a_file: 'it is not a file.',
  too_large: `it is larger than ${LARGEST_BYTES} bytes.`,
  not_private: 'other users can read it: set its mode to 600.',
} as const;

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
  const file = await readPrivateFile(path, LARGEST_BYTES);
  if (file.problem !== undefined) throw new UnusableHeaders(problems[file.problem]);
  const headers = new Map<string, Record<string, string>>();
  for (const [at, line] of file.text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, origin = '', name = '', value = ''] = LINE.exec(line) ?? [];
    if (!isOrigin(origin)) throw new UnusableHeaders(`line ${at + 1} is not of the form https://host name: value.`);
    headers.set(origin, { ...headers.get(origin), [name.toLowerCase()]: value });
  }
  return (origin) => headers.get(origin) ?? {};
};
