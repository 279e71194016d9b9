// This module is part of the form's script in the browser: it imports types only.

/** The fields of the intake form, in the order in which they are shown. */
export const intakeFields = ['kind', 'body', 'from', 'contact'] as const;
export type IntakeField = (typeof intakeFields)[number];

/** What a person typed, by field. */
export type IntakeValues = Readonly<Record<IntakeField, string>>;

/** What is wrong, by field, in words for the person who typed it. */
export type IntakeFaults = Readonly<Partial<Record<IntakeField, string>>>;

/** The characters that a text may have, in Unicode code points. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

const names: Record<IntakeField, string> = {
  kind: 'The kind',
  body: 'Your request',
  from: 'The name',
  contact: 'The contact',
};

const characters = (count: number): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'character' : 'characters'}`;

/** The length of a text as the limits count it: in Unicode code points. */
export const lengthOf = (text: string): number => [...text].length;

/** What is wrong with a text, or undefined when nothing is. The same words in the browser and on the server. */
export const textFault = (field: IntakeField, text: string, { min, max }: Bounds): string | undefined => {
  const length = lengthOf(text);
  if (length === 0 && min > 0) return 'Write your request.';
  if (length < min) return `${names[field]} has ${characters(length)}; write at least ${min}.`;
  if (length > max) {
    return `${names[field]} has ${characters(length)}; shorten it by ${characters(length - max)}, to at most ${characters(max)}.`;
  }
  if (text.includes('\0')) return `${names[field]} holds a NUL character; remove it.`;
  return undefined;
};

/** What is wrong with the choice of a kind. */
export const kindFault = 'Choose one of the kinds in the list.';
