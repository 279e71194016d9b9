import { describe, expect, test } from 'vitest';
import { IntakeKind } from '../../src/domain/intake.ts';
import { filledIntakePath, filledValues } from '../../src/domain/intake-form.ts';

const fill = (path: string) => filledValues(new URL(path, 'https://service.example').searchParams, IntakeKind.options);

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

  test('takes no character over that nobody sees and that turns or hides others, and every letter', () => {
    const hidden = '\u202e\u2066\u200f\u061c\u200b\u{e0041}';
    const seen = 'نمی\u200cدانم 👩\u200d🚀';
    expect(fill(`/intake?subject=${encodeURIComponent(`a${hidden}b ${seen}`)}`)).toEqual({
      body: `About ab ${seen}:\n\n`,
    });
  });

  test('puts no second line and no long text into the form', () => {
    const { body } = fill(`/intake?subject=${encodeURIComponent(`a\n\u0007b${'x'.repeat(500)}`)}`);
    expect(body).toBe(`About a b${'x'.repeat(297)}:\n\n`);
  });
});
