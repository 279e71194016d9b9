import { withCommas } from './vocabulary/words.ts';

/** The fields of the intake form, in the order in which they are shown. */
export const intakeFields = ['kind', 'body', 'from', 'contact'] as const;
export type IntakeField = (typeof intakeFields)[number];

/** What a person typed, by field. */
export type IntakeValues = Readonly<Record<IntakeField, string>>;

/** The problem of each field, for the person who typed it. */
export type IntakeProblems = Readonly<Partial<Record<IntakeField, string>>>;

/** The allowed length of a text in Unicode code points. */
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

const characters = (count: number): string => `${withCommas(count)} ${count === 1 ? 'character' : 'characters'}`;

/** The length of a text in Unicode code points, as the limits count it. */
export const lengthOf = (text: string): number => [...text].length;

/** The text as it comes back to whoever typed it: a page cannot show a NUL character. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');

/**
 * The problem of a text, or undefined. The browser and the server use the same texts.
 * @param isUnicode whether it was read without replacing anything.
 */
export const findTextProblem = (
  field: IntakeField,
  text: string,
  { min, max }: Bounds,
  isUnicode = !/\p{Cs}/u.test(text),
): string | undefined => {
  const length = lengthOf(text);
  if (length === 0 && min > 0) return 'Write your request.';
  if (length < min) return `${names[field]} has ${characters(length)}; write at least ${min}.`;
  if (length > max) {
    return `${names[field]} has ${characters(length)}; shorten it by ${characters(length - max)}, to at most ${characters(max)}.`;
  }
  if (!isUnicode) return `${names[field]} contains characters that are broken, shown as \u{fffd}; write them again.`;
  if (text.includes('\0'))
    return `${names[field]} contained a NUL character, which is removed now; check it and send again.`;
  return undefined;
};

/** The address of the form with a kind chosen and a subject named in its text. */
export const filledIntakePath = (kind: string, subject: string): string =>
  `/intake?${new URLSearchParams({ kind, subject }).toString()}`;

/** Characters that nobody sees and that may hide or turn others. Joiners and variation selectors are parts of letters. */
const unseen = /(?!\p{Join_Control}|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

/**
 * What the query of the address fills in: a kind that is in the list, and a text that begins with the subject. The
 * subject is one line of at most 300 characters that can be seen, because anybody can write such an address.
 */
export const filledValues = (
  query: URLSearchParams,
  kinds: readonly string[],
): Readonly<Partial<Pick<IntakeValues, 'kind' | 'body'>>> => {
  const kind = query.get('kind') ?? '';
  const written = (query.get('subject') ?? '')
    .replaceAll(unseen, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const subject = [...written].slice(0, 300).join('');
  return { ...(kinds.includes(kind) ? { kind } : {}), ...(subject === '' ? {} : { body: `About ${subject}:\n\n` }) };
};

/** The problem of an unknown kind. */
export const kindProblem = 'Choose one of the kinds in the list.';

/**
 * Why a form was not stored and when to send it again, for temporary refusals; undefined for others.
 * @param retryAfter seconds, from the Retry-After header.
 * @param problem the problem document, whose `outcome` says when it is not known whether the form was stored.
 */
export const findRetryRefusal = (status: number, retryAfter: string | null, problem: object): string | undefined => {
  const seconds = `${retryAfter} ${retryAfter === '1' ? 'second' : 'seconds'}`;
  const then = retryAfter === null ? 'Try again later.' : `Send it again in ${seconds}.`;
  if (status === 429) return `Too many requests came from your connection, and this one was not stored. ${then}`;
  if (status === 503 && 'outcome' in problem)
    return `The store broke off, and it is not known whether your request was stored. ${then}`;
  if (status === 503) return `The service cannot store requests at the moment, and nothing was stored. ${then}`;
  return undefined;
};
