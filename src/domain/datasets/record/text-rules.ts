import type { RuleProblem } from '../../vocabulary/errors.ts';
import { eachText } from './each-text.ts';
import type { DatasetRecord } from './record.ts';

/**
 * What turns the direction of writing or is not seen, but for the joiners, which scripts need, and the one selector that says
 * how the emoji before it looks (SPEC.md §6.7).
 */
const unseen = /(?!\p{Join_Control}|(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u;

const findUnseen = (text: string): string | undefined => {
  const code = unseen.exec(text)?.[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return code && `holds U+${code}, which is not seen or turns the direction of writing; expected text without it`;
};

/** Of `https://example.org@example.net/`, people read the name, and the browser opens what follows it. */
const findName = (text: string): string | undefined => {
  const address = /^https?:\/\/.*@/s.test(text) ? URL.parse(text) : null;
  return address !== null && (address.username !== '' || address.password !== '')
    ? 'names somebody before the host; expected an address without a name and a password'
    : undefined;
};

/** The rules for every text of a record: what people read in it is what is there. */
export const checkTexts = (record: DatasetRecord): RuleProblem[] => {
  const problems: RuleProblem[] = [];
  eachText(record, (text, path) => {
    for (const message of [findUnseen(text), findName(text)]) {
      if (message !== undefined) problems.push({ path: [...path], message });
    }
  });
  return problems;
};
