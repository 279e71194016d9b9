import { expect, test } from 'vitest';
import { isRefused } from '../../src/domain/verification/test-vector.ts';
import { readVectors } from '../support/mutated-vectors.ts';
import { section, sections } from '../support/specification.ts';

const listsCodes = new Set(['3.2', '17.3']);
const marks = /^\| `([a-z0-9_]+)` |^`(linked_hashes|transition_chain|anchor_bytes|anchor_state)`|^(\d+)\. /;

/** The clauses of a section: itself, the rows of its table of codes, and its numbered rules, after the check that heads their list. */
const clausesOf = (number: string): string[] => {
  let list = number;
  return [
    number,
    ...section(number).split('\n').flatMap((line) => {
      const [, row, head, rule] = marks.exec(line) ?? [];
      if (head !== undefined) list = `${number} ${head}`;
      if (row !== undefined) return listsCodes.has(number) ? [`${number} ${row}`] : [];
      return rule === undefined ? (head === undefined ? [] : [list]) : [`${list} ${rule}`];
    }),
  ]; // prettier-ignore
};

/** What a verifier has to keep, clause by clause. */
const ofVerifiers = ['3.2', '7.5', '11.2', '11.4', '11.5', '11.6', '11.12', '17.2', '17.3'];
/** Why no vector is refused for a clause. */
const argued: Readonly<Record<string, string>> = {
  '3.1': 'Its rules are the rows of 3.2.',
  '6.6': 'It is for those who publish records.',
  '8.12': 'It is for the service that is sent a pack.',
  '10.2': 'It is for those who ask a node.',
  '10.11': 'It is for those who ask a node.',
  '11.2 3': 'Every vector in which the schema fails states what follows from it.',
  '11.2 6': 'The index states results by name; in what order they are listed is for the eye.',
  '11.4 anchor_state 4': 'It says unverified and never fail.',
  '11.4 anchor_state 5': 'What a node contradicts is no input of a vector.',
  '11.4 anchor_state 6': 'It says unverified and never fail.',
  '17.1': 'A list of keys that is refused gives no key, which is unverified: four vectors.',
  '17.2 3': 'A signature over other bytes does not verify: 17.3.',
  '17.3 unknown_key': 'It says unverified.',
  '17.3 compromised_not_anchored': 'It says unverified.',
  '17.3 compromised_anchored_before': 'It says pass.',
  '17.3 revoked_after': 'It says pass.',
  '17.3 signed': 'It says pass.',
  '17.5': 'It is about the words of a result, which vectors do not state.',
};

const vectors = readVectors();
const refused = new Set(vectors.filter(isRefused).map(({ clause }) => clause));
const isHeld = (clause: string): boolean => [...refused].some((one) => one === clause || one.startsWith(`${clause} `));

test('each vector names a clause that there is', () => {
  const named = new Set(vectors.map(({ clause }) => clause));
  const unknown = [...named].filter((clause) => !clausesOf(clause.split(' ')[0]!).includes(clause));
  expect(unknown).toEqual([]);
});

test('each clause that a verifier has to keep has a vector that must be refused, or a reason why none', () => {
  const withMust = [...sections]
    .filter(([number, text]) => number.includes('.') && /\bMUST\b/.test(text))
    .map(([number]) => number);
  const all = new Set([...withMust, ...ofVerifiers.flatMap(clausesOf)]);
  expect([...all].filter((clause) => !isHeld(clause) && argued[clause] === undefined)).toEqual([]);
  expect(
    Object.keys(argued).filter((clause) => isHeld(clause) || !all.has(clause)),
    'argued in vain',
  ).toEqual([]);
});
