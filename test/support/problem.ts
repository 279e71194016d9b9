import { expect } from 'vitest';
import type { ErrorCode } from '../../src/domain/vocabulary/errors.ts';
import { problemKinds } from '../../src/http/problem-kinds.ts';
import type { Answer } from './call.ts';

interface ListedProblem {
  pointer: string;
  code: string;
  detail: string;
}

/**
 * Asserts that an answer is a well-formed refusal with this code, and gives its list of problems
 * as `pointer code`, sorted.
 */
export const expectProblem = (answer: Answer, code: ErrorCode): string[] => {
  const kind = problemKinds[code];
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.json).toMatchObject({ ok: false, code, status: kind.status, title: kind.title });
  expect(answer.status).toBe(kind.status);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.json['type']).toMatch(new RegExp(`/errors#${code}$`));
  expect(answer.json['instance']).toBe(`urn:uuid:${String(answer.json['request_id'])}`);
  const problems = answer.json['errors'] as ListedProblem[];
  for (const { code: rule, detail } of problems)
    expect(detail).toMatch(rule === 'more' ? /^\d+ further problems? (is|are) not listed$/ : /^expected .*[^.]$/);
  return problems.map((problem) => `${problem.pointer} ${problem.code}`).toSorted();
};
