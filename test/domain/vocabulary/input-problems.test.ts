import { expect, test } from 'vitest';
import { z } from 'zod';
import { inputProblems } from '../../../src/domain/vocabulary/input-problems.ts';

test('a pointer repeats plain names and no free text of the sender', () => {
  const Records = z.object({ members: z.record(z.string(), z.object({ size: z.int() })) });
  const sent = { members: { 'plain-1': { size: 'x' }, 'of\nforged /name': { size: 'x' } } };
  const { error } = Records.safeParse(sent);
  expect(inputProblems(error!.issues).map(({ pointer }) => pointer)).toEqual(['/members/plain-1/size', '/members']);
});
