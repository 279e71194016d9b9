/** The fields of the intake form, in the order in which they are shown. */
export const intakeFields = ['kind', 'body', 'from', 'contact'] as const;
export type IntakeField = (typeof intakeFields)[number];

/** What a person typed, by field. */
export type IntakeValues = Readonly<Record<IntakeField, string>>;

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
