import { describe, expect, test } from 'vitest';
import { IntakeKind } from '../../src/domain/intake.ts';
import { filledIntakePath, filledValues } from '../../src/domain/intake-form.ts';

const fill = (path: string) => filledValues(new URL(path, 'https://service.example').search, IntakeKind.options);

describe('an address of the form', () => {
  test('fills in the kind and the subject that it names', () => {
    const path = filledIntakePath('bug', 'https://service.example/some-dataset/some record');
    expect(path).toMatch(/^\/intake\?kind=bug&subject=https/);
    expect(fill(path)).toEqual({ kind: 'bug', body: 'About https://service.example/some-dataset/some record:\n\n' });
  });

  test('leaves out a kind that is not in the list, and what is not named', () => {
    expect(fill('/intake?kind=payment')).toEqual({});
    expect(fill('/intake')).toEqual({});
  });

  test('puts no second line and no long text into the form', () => {
    const { body } = fill(`/intake?subject=${encodeURIComponent(`a\n\u0007b${'x'.repeat(500)}`)}`);
    expect(body).toBe(`About a b${'x'.repeat(297)}:\n\n`);
  });
});
