import { IntakeKind, intakeLimits, type IntakeReceipt, IntakeRequest } from '../domain/intake.ts';
import {
  type Bounds,
  filledValues,
  findRetryRefusal,
  findTextProblem,
  type IntakeField,
  type IntakeProblems,
  type IntakeValues,
  kindProblem,
  withoutNul,
} from '../domain/intake-form.ts';
import { admit, type FormField, readForm } from './admission.ts';
import { type LivePage, refuseOnPage, setHeaders } from './page.ts';
import type { Refusal } from './refusal.ts';

/** The name of a hidden field: a robot that fills in every field fills it in, too. */
export const HONEYPOT = 'website';

/** The allowed lengths of the texts of the form. */
export const intakeBounds: Readonly<Record<'body' | 'from' | 'contact', Bounds>> = {
  body: { min: intakeLimits.body_min, max: intakeLimits.body_max },
  from: { min: 0, max: intakeLimits.from_max },
  contact: { min: 0, max: intakeLimits.contact_max },
};

/** The content of the form. */
export interface IntakeFormState {
  readonly values: IntakeValues;
  readonly problems: IntakeProblems;
  /** Why there is no receipt, when the service declined the whole form. */
  readonly refusal?: string;
}

const emptyValues: IntakeValues = { kind: '', body: '', from: '', contact: '' };

/** The form as the query of its address fills it in. */
export const filledForm = (query: URLSearchParams): IntakeFormState => ({
  values: { ...emptyValues, ...filledValues(query, IntakeKind.options) },
  problems: {},
});

const problemsOf = (fields: Readonly<Record<IntakeField, FormField>>): IntakeProblems => {
  const problems: Partial<Record<IntakeField, string>> = {};
  const { text: kind } = fields.kind;
  if (kind !== '' && !IntakeKind.safeParse(kind).success) problems.kind = kindProblem;
  for (const field of ['body', 'from', 'contact'] as const) {
    const { text, isUtf8 } = fields[field];
    const problem = findTextProblem(field, text, intakeBounds[field], isUtf8);
    if (problem !== undefined) problems[field] = problem;
  }
  return problems;
};

const refusalOf = ({ status, headers, problem }: Refusal): string =>
  status === 500
    ? 'The service failed, and it is not known whether your request was stored. Try again later.'
    : (findRetryRefusal(status, headers['Retry-After'] ?? null, problem) ?? `${problem.title}. Nothing was stored.`);

const byField = <Value>(valueOf: (field: IntakeField) => Value): Readonly<Record<IntakeField, Value>> => ({
  kind: valueOf('kind'),
  body: valueOf('body'),
  from: valueOf('from'),
  contact: valueOf('contact'),
});

/** The fields, also of a form that is refused: what was typed is shown again. @throws the earlier refusal first. */
const readOrRefuse = (page: LivePage, refused: unknown): ReturnType<typeof readForm> => {
  try {
    return readForm(page);
  } catch (wrongType) {
    throw refused ?? wrongType;
  }
};

/**
 * Processes a form that was sent without a script: counts it, checks every field, stores it. A form
 * whose honeypot is filled is answered in the same way and its text not stored (SPEC.md §4.6).
 * @returns the receipt, or the form to show again, after setting the status and fields of the page.
 */
export const submitForm = async (page: LivePage): Promise<IntakeReceipt | IntakeFormState> => {
  const { app } = page.locals;
  let values = emptyValues;
  try {
    const { headers, refused } = await admit(page, { limit: 'intake' });
    setHeaders(page, headers);
    const field = readOrRefuse(page, refused);
    const fields = byField(field);
    values = byField((name) => withoutNul(fields[name].text));
    if (refused) throw refused;
    const problems = problemsOf(fields);
    if (Object.keys(problems).length > 0) {
      page.response.status = 400;
      return { values, problems };
    }
    const request = IntakeRequest.parse(Object.fromEntries(Object.entries(values).filter(([, text]) => text !== '')));
    const { receipt } = await (field(HONEYPOT).text === '' ? app.intake.submit(request) : app.intake.decoy(request));
    return receipt;
  } catch (thrown) {
    return { values, problems: {}, refusal: refusalOf(refuseOnPage(page, thrown)) };
  }
};
