import { intakeLimits, type IntakeReceipt, IntakeRequest } from '../domain/intake.ts';
import {
  type Bounds,
  findRetryNotice,
  findTextProblem,
  type IntakeProblems,
  type IntakeValues,
  kindProblem,
} from '../domain/intake-form.ts';
import { admit, readForm } from './admission.ts';
import { type LivePage, refuseOnPage, setHeaders } from './page.ts';
import type { Refusal } from './refusal.ts';

/** The name of the field that people do not see; a robot that fills in everything fills it in. */
export const HONEYPOT = 'website';

/** The bounds of the texts of the form. */
export const intakeBounds: Readonly<Record<'body' | 'from' | 'contact', Bounds>> = {
  body: { min: intakeLimits.body_min, max: intakeLimits.body_max },
  from: { min: 0, max: intakeLimits.from_max },
  contact: { min: 0, max: intakeLimits.contact_max },
};

/** What the form shows. */
export interface IntakeFormState {
  readonly values: IntakeValues;
  readonly problems: IntakeProblems;
  /** Why nothing was stored, where no field is to blame. */
  readonly notice?: string;
}

/** The form before anybody wrote in it. */
export const emptyForm: IntakeFormState = { values: { kind: '', body: '', from: '', contact: '' }, problems: {} };

const problemsOf = (values: IntakeValues): IntakeProblems => {
  const problems: Partial<Record<keyof IntakeValues, string>> = {};
  if (values.kind !== '' && !IntakeRequest.shape.kind.safeParse(values.kind).success) problems.kind = kindProblem;
  for (const field of ['body', 'from', 'contact'] as const) {
    const problem = findTextProblem(field, values[field], intakeBounds[field]);
    if (problem !== undefined) problems[field] = problem;
  }
  return problems;
};

const noticeOf = ({ status, headers, problem: { title } }: Refusal): string =>
  status === 500
    ? 'Something went wrong on our side, and nothing was stored. Try again later.'
    : (findRetryNotice(status, headers['Retry-After'] ?? null) ?? `${title}. Nothing was stored.`);

/**
 * Takes a form that was sent without a script: counts it, checks every field, stores it. A form
 * whose honeypot is filled is answered in the same way and not stored (SPEC.md §4.6).
 * @returns the receipt, or the form to show again on this page, whose status and fields are then set.
 */
export const submitForm = async (page: LivePage): Promise<IntakeReceipt | IntakeFormState> => {
  const { app, bodyRefusal } = page.locals;
  let { values } = emptyForm;
  try {
    if (bodyRefusal) throw bodyRefusal;
    const field = readForm(page);
    values = { kind: field('kind'), body: field('body'), from: field('from'), contact: field('contact') };
    const { headers, refused } = await admit(page, { limit: 'intake' });
    setHeaders(page, headers);
    if (refused) throw refused;
    const problems = problemsOf(values);
    if (Object.keys(problems).length > 0) {
      page.response.status = 400;
      return { values, problems };
    }
    const written = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
    const request = IntakeRequest.parse(written);
    return field(HONEYPOT) === '' ? await app.intake.submit(request) : app.intake.decoy(request);
  } catch (thrown) {
    return { values, problems: {}, notice: noticeOf(refuseOnPage(page, thrown)) };
  }
};
