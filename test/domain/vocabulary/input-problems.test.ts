import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../../../src/domain/vocabulary/errors.ts';
import { fullIssues, inputProblems } from '../../../src/domain/vocabulary/input-problems.ts';

test('a pointer repeats plain names and no free text of the sender', () => {
  const Records = z.object({ members: z.record(z.string(), z.object({ size: z.int() })) });
  const sent = { members: { 'plain-1': { size: 'x' }, 'of\nforged /name': { size: 'x' } } };
  const { error } = Records.safeParse(sent);
  expect(inputProblems(error!.issues).map(({ pointer }) => pointer)).toEqual(['/members/plain-1/size', '/members']);
});

test('says what is expected in plain words, or in those of the schema', () => {
  const Request = z.object({
    kind: z.enum(['question', 'bug']),
    schema: z.literal('service.request.v1'),
    body: z.string().min(3),
    name: z.string().max(1),
    size: z.int(),
    parts: z.array(z.string()).min(1),
    share: z.number().gt(0),
    hash: z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits'),
  });
  const sent = { kind: 'x', schema: 'y', body: 'a', name: 'ab', size: '1', parts: [], share: 0, hash: 'a' };
  expect(inputProblems(Request.safeParse(sent).error!.issues).map(({ detail }) => detail)).toEqual([
    'expected one of question, bug',
    'expected "service.request.v1"',
    'expected at least 3 characters',
    'expected at most 1 character',
    'expected a number',
    'expected at least 1 entry',
    'expected more than 0',
    'expected 64 hexadecimal digits',
  ]);
  expect(inputProblems(Request.safeParse({ ...sent, body: undefined }).error!.issues)).toContainEqual({
    pointer: '/body',
    code: 'missing',
    detail: 'expected a string',
  });
});

describe('of what a client sent, says', () => {
  const Bound = z.discriminatedUnion('type', [
    z.object({ type: z.literal('budget'), max: z.int() }),
    z.object({ type: z.literal('reference'), id: z.string() }),
  ]);
  const Sent = z.strictObject({
    schema: z.literal('service.request.v1'),
    kind: z.enum(['question', 'bug']),
    body: z.string().min(3).max(5),
    parts: z.array(z.string()).max(2),
    bound: Bound,
  });
  const complete = {
    schema: 'service.request.v1',
    kind: 'bug',
    body: 'abc',
    parts: [],
    bound: { type: 'budget', max: 1 },
  };
  const problemsOf = (sent: object) =>
    inputProblems(Sent.safeParse(sent, fullIssues).error?.issues ?? []).map(
      ({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`,
    );

  test('which alternatives there are', () => {
    expect(problemsOf({ ...complete, bound: { max: 1 } })).toEqual([
      '/bound/type missing: expected one of budget, reference',
    ]);
    expect(problemsOf({ ...complete, bound: { type: 'other' } })).toEqual([
      '/bound/type invalid_union: expected one of budget, reference',
    ]);
  });

  test('nothing of the length of a list where a text is expected, or the other way round', () => {
    expect(problemsOf({ ...complete, body: [], parts: 'abc' })).toEqual([
      '/body wrong_type: expected a string',
      '/parts wrong_type: expected an array',
    ]);
  });
});

describe('a refusal', () => {
  const problem = (pointer: string) => ({ pointer, code: 'rule', detail: 'expected something else' });

  test('lists a hundred problems and counts the rest', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => problem(`/${at}`));
    expect(new ServiceError('guard_failed', 'x', { errors: hundred }).errors).toEqual(hundred);
    const { errors, problemCount } = new ServiceError('guard_failed', 'x', {
      errors: [...hundred, ...hundred],
      unlisted: 7,
    });
    expect(errors).toEqual([...hundred, { pointer: '', code: 'more', detail: '107 further problems are not listed' }]);
    expect(problemCount).toBe(207);
  });

  test('lists fewer where they are long', () => {
    const { errors } = new ServiceError('invalid_request', 'x', {
      errors: Array.from({ length: 50 }, () => problem('/ü'.repeat(1_000))),
    });
    expect(errors).toHaveLength(11);
    expect(errors.at(-1)?.detail).toBe('40 further problems are not listed');
    expect(Buffer.byteLength(JSON.stringify(errors))).toBeLessThan(33_000);
  });
});

test('a list that is too long is refused without a look at its items', () => {
  let looks = 0;
  const Item = z.unknown().refine(() => {
    looks += 1;
    return false;
  });
  expect(
    z
      .array(Item)
      .max(100)
      .safeParse(Array(50_000).fill(0))
      .error?.issues.map(({ code }) => code),
  ).toEqual(['too_big']);
  expect(looks).toBe(0);
});

test('a name that an object may not have is a problem of the object, and is not repeated', () => {
  const { error } = z.record(z.string().max(3), z.string()).safeParse({ private: 'x' }, fullIssues);
  expect(inputProblems(error!.issues)).toEqual([
    { pointer: '', code: 'too_big', detail: 'expected at most 3 characters' },
  ]);
});
