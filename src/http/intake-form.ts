import { randomUUID } from 'node:crypto';
import { IntakeKind, intakeLimits, type IntakeReceipt, IntakeRequest } from '../domain/intake.ts';
import { filledValues, type IntakeField, intakeFields, type IntakeValues } from '../domain/intake-form.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import { counted, withCommas } from '../domain/vocabulary/words.ts';
import { admit, type FormField, readForm } from './admission.ts';
import { type LivePage, refuseOnPage, setHeaders } from './page.ts';
import type { Refusal } from './refusal.ts';

/** The name of a hidden field that people leave empty. A program that fills in every field fills it in, too. */
export const TRAP = 'website';

/** The name of a hidden field whose value is the same whenever the form of one page is sent. */
export const FORM_KEY = 'form_key';

/** The content of the form. */
export interface IntakeFormState {
  readonly values: IntakeValues;
  /** The problem of each field, for the person who typed it. */
  readonly problems: Readonly<Partial<Record<IntakeField, string>>>;
  /** Why there is no receipt, when the service declined the whole form. */
  readonly refusal?: string;
  readonly formKey: string;
}

const emptyValues: IntakeValues = { kind: '', body: '', from: '', contact: '' };

/** The form as the query of its address fills it in. */
export const filledForm = (query: URLSearchParams): IntakeFormState => ({
  values: { ...emptyValues, ...filledValues(query, IntakeKind.options) },
  problems: {},
  formKey: randomUUID(),
});

const names = { body: 'Your request', from: 'The name', contact: 'The contact' };

/** What a person reads of a field that is refused. */
const problemOf = (field: IntakeField, { text, isUtf8 }: FormField): string => {
  if (field === 'kind') return 'Choose one of the kinds in the list.';
  const name = names[field];
  const [length, most] = [[...text].length, intakeLimits[`${field}_max`]];
  const characters = (count: number): string => `${withCommas(count)} ${count === 1 ? 'character' : 'characters'}`;
  if (length > most)
    return `${name} has ${characters(length)}; shorten it by ${characters(length - most)}, to at most ${characters(most)}.`;
  if (!isUtf8) return `${name} contains characters that are broken, shown as \u{fffd}; write them again.`;
  if (text.includes('\0')) return `${name} contained a NUL character, which is removed now; check it and send again.`;
  if (length === 0) return 'Write your request.';
  return `${name} has ${characters(length)}; write at least ${intakeLimits.body_min}.`;
};

const refusalOf = ({ status, headers, problem }: Refusal): string => {
  const wait = headers['Retry-After'];
  const then = wait === undefined ? 'Send it again later' : `Send it again in ${counted(Number(wait), 'second')}`;
  if (status === 429) return `Too many requests came from your connection, and this one was not stored. ${then}.`;
  if (status === 409) return `The service is still storing your request. ${then} to see its receipt.`;
  if (status === 500 || 'outcome' in problem)
    return `The service failed, and it is not known whether your request was stored. ${then}: it is not stored twice.`;
  if (status === 503) return `The service cannot store requests at the moment, and nothing was stored. ${then}.`;
  return `${problem.title}. Nothing was stored.`;
};

const byField = <Value>(valueOf: (field: IntakeField) => Value) =>
  Object.fromEntries(intakeFields.map((field) => [field, valueOf(field)])) as Record<IntakeField, Value>;

/** The fields, also of a form that is refused: what was typed is shown again. @throws the earlier refusal first. */
const readOrRefuse = (page: LivePage, refused: unknown): ReturnType<typeof readForm> => {
  try {
    return readForm(page);
  } catch (wrongType) {
    throw refused ?? wrongType;
  }
};

/**
 * Processes a form that was sent: counts it, checks every field, stores it. The same form with the same content is stored
 * once, however often it is sent (SPEC.md §4.6).
 * @returns the receipt, or the form to show again, after setting the status and fields of the page.
 */
export const submitForm = async (page: LivePage): Promise<IntakeReceipt | IntakeFormState> => {
  const { app, client } = page.locals;
  let [values, formKey] = [emptyValues, randomUUID() as string];
  const refuse = (state: Pick<IntakeFormState, 'problems' | 'refusal'>): IntakeFormState => {
    page.response.status = 400;
    return { values, formKey, ...state };
  };
  try {
    const { headers, refused } = await admit(page, { limit: 'intake' });
    setHeaders(page, headers);
    const field = readOrRefuse(page, refused);
    const fields = byField(field);
    // A page cannot show a NUL character.
    values = byField((name) => fields[name].text.replaceAll('\0', ''));
    const sentKey = field(FORM_KEY).text;
    if (/^[\w-]{1,64}$/.test(sentKey)) formKey = sentKey;
    if (refused) throw refused;
    if (field(TRAP).text !== '')
      return refuse({
        problems: {},
        refusal:
          'A hidden field that must stay empty was filled in, perhaps by a program that fills in forms. Nothing was stored. It is empty now: check your request and send it again.',
      });
    const filled = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
    const request = IntakeRequest.safeParse(filled);
    const unsound = new Set(request.error?.issues.map(({ path }) => path[0]));
    const wrong = intakeFields.filter(
      (name) => unsound.has(name) || !fields[name].isUtf8 || fields[name].text !== values[name],
    );
    if (!request.success || wrong.length > 0)
      return refuse({ problems: Object.fromEntries(wrong.map((name) => [name, problemOf(name, fields[name])])) });
    const requestSha256 = sha256Hex(JSON.stringify(request.data));
    // Two texts may be sent from one page, after going back: each is a request of its own.
    const key = `form ${formKey} ${requestSha256}`;
    return (await app.intake.submit(request.data, { key, client, requestSha256 })).receipt;
  } catch (thrown) {
    return { values, formKey, problems: {}, refusal: refusalOf(refuseOnPage(page, thrown)) };
  }
};
