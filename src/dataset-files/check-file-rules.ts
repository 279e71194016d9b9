import type { RuleProblem } from '../domain/vocabulary/errors.ts';
import { touches } from './mend-value.ts';
import { type DatasetProblem, memberProblem } from './problem-report.ts';
import type { CheckedYaml } from './yaml-file.ts';

type Rules<Value> = (value: Value) => readonly RuleProblem[];

/** What the rules say of a mended value. They expect what the schema promises, so one may stop at what is left of a fault. */
const tryRules = <Value>(rules: Rules<Value>, value: Value): readonly RuleProblem[] => {
  try {
    return rules(value);
  } catch {
    return [];
  }
};

/**
 * The rules that a file breaks, also where its schema refuses it: then those that hang on no refused member, and that
 * are broken whichever value an unknown word stands for. Never throws for a refused file.
 */
export const checkFileRules = <Value>(
  file: string,
  { value, mended, lineOf }: CheckedYaml<Value>,
  rules: Rules<Value>,
): DatasetProblem[] => {
  if (value !== undefined) return rules(value).map(memberProblem(file, lineOf));
  const [first, ...others] = mended?.readings.map((reading) => tryRules(rules, reading)) ?? [];
  if (mended === undefined || first === undefined) return [];
  const isIn = (path: readonly PropertyKey[]) => (found: readonly RuleProblem[]) =>
    found.some((one) => one.path.join() === path.join());
  return first
    .filter(({ path }) => !touches(path, mended.wrong) && others.every(isIn(path)))
    .map(memberProblem(file, lineOf));
};
