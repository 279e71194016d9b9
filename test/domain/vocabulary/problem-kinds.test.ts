import { expect, test } from 'vitest';
import { problemKinds } from '../../../src/domain/vocabulary/problem-kinds.ts';

test('settings, header fields and addresses in the texts of the codes are marked as code', () => {
  for (const { meaning, remedy } of Object.values(problemKinds)) {
    const prose = `${meaning} ${remedy}`.replaceAll(/`[^`]*`/g, '');
    expect(prose).not.toMatch(/[A-Z]+_[A-Z]|\b(?:Host|Allow|Retry-After|Idempotency-Key)\b|(?:^|\s)\/\w/);
  }
});
