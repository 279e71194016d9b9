import { expect, test } from 'vitest';
import { z } from 'zod';
import { inputProblems } from '../../../src/domain/vocabulary/input-problems.ts';

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
