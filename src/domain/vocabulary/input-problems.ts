import type { z } from 'zod';
import type { InputProblem } from './errors.ts';
import { jsonPointer } from './json-pointer.ts';

const codes: Record<string, string> = {
  invalid_type: 'wrong_type',
  too_small: 'too_small',
  too_big: 'too_big',
  invalid_value: 'not_allowed',
  invalid_format: 'wrong_format',
  unrecognized_keys: 'unknown_member',
  custom: 'rule',
};

/**
 * Every problem that zod found, flattened, with JSON Pointers. The sentences name what is
 * expected and never what was sent: unknown members are counted, not named.
 */
export const inputProblems = (issues: readonly z.core.$ZodIssue[]): InputProblem[] =>
  issues.flatMap((issue): InputProblem[] => {
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const nearest = issue.errors.toSorted((a, b) => b[0]!.path.length - a[0]!.path.length || a.length - b.length)[0]!;
      return inputProblems(nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })));
    }
    const missing =
      issue.code === 'invalid_type' && issue.input === undefined && issue.message.endsWith('received undefined');
    return [
      {
        pointer: jsonPointer(issue.path),
        code: missing ? 'missing' : (codes[issue.code] ?? issue.code),
        detail:
          issue.code === 'unrecognized_keys'
            ? `${issue.keys.length} member(s) that this object does not have`
            : issue.message.replace(/, received .*$/, ''),
      },
    ];
  });
