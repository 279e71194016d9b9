import { problemIf, type RuleProblem } from '../../vocabulary/rule-problem.ts';
import type { DatasetRecord } from './record.ts';

type Path = readonly (string | number)[];

const textsIn = (value: unknown, path: Path = []): { path: Path; text: string }[] => {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    textsIn(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
};

/** What turns the direction of writing, or is not seen where scripts do not need it. */
const unseen = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;

const checkSeen = (path: Path, text: string): RuleProblem[] => {
  const code = unseen.exec(text)?.[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return problemIf(
    code !== undefined,
    path,
    `holds U+${code}, which is not seen or turns the direction of writing; expected text without it`,
  );
};

/** Of `https://example.org@example.net/`, people read the name, and the browser opens what follows it. */
const checkHost = (path: Path, text: string): RuleProblem[] => {
  const address = /^https?:\/\//.test(text) ? URL.parse(text) : null;
  return problemIf(
    address !== null && (address.username !== '' || address.password !== ''),
    path,
    'names somebody before the host; expected an address without a name and a password',
  );
};

/** The rules for every text of a record: what people read in it is what is there. */
export const checkTexts = (record: DatasetRecord): RuleProblem[] =>
  textsIn(record).flatMap(({ path, text }) => [...checkSeen(path, text), ...checkHost(path, text)]);
