import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** The text of SPEC.md. */
export const specification = readFileSync(join(root, 'SPEC.md'), 'utf8');

/** The text of each section by its number. A chapter holds what stands before its first section. */
export const sections = new Map(
  specification
    .split(/^(?=#{2,3} \d)/m)
    .slice(1)
    .map((part) => [/^#+ ([\d.]+) /.exec(part)![1]!, part]),
);

/** The text of a section. */
export const section = (number: string): string => {
  const found = sections.get(number);
  if (found === undefined) throw new Error(`SPEC.md has no section ${number}`);
  return found;
};

/** The rows of a table without its head; cells without the marks of code. */
export const table = (number: string, at = 0): string[][] => {
  const tables = section(number).match(/^(?:\|.*\|\n)+/gm) ?? [];
  if (tables[at] === undefined) throw new Error(`section ${number} has no table ${at + 1}`);
  return tables[at]
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
};

/** One column of a table. */
export const column = (number: string, of = 0, at = 0): string[] => table(number, at).map((row) => row[of]!);

/** What stands in code in a text, in order. */
export const codes = (words: string): string[] => [...words.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** The numbers of the sections that a text cites. */
export const citations = (words: string): string[] =>
  [...words.matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, number]) => number!);
