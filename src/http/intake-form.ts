import { intakeLimits, type IntakeReceipt, IntakeRequest } from '../domain/intake.ts';
import {
  type Bounds,
  findRetryRefusal,
  findTextProblem,
  type IntakeProblems,
  type IntakeValues,
  kindProblem,
} from '../domain/intake-form.ts';
import { admit, readForm } from './admission.ts';
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
  /** Why nothing was stored, when the service declined the whole form. */
  readonly refusal?: string;
}

/** The empty form. */
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

const refusalOf = ({ status, headers, problem }: Refusal): string =>
  status === 500
    ? 'The service failed, and nothing was stored. Try again later.'
    : (findRetryRefusal(status, headers['Retry-After'] ?? null, problem) ?? `${problem.title}. Nothing was stored.`);

/**
 * Processes a form that was sent without a script: counts it, checks every field, stores it. A form
 * whose honeypot is filled is answered in the same way and its text not stored (SPEC.md §4.6).
 * @returns the receipt, or the form to show again, after setting the status and fields of the page.
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
    const { receipt } = await (field(HONEYPOT) === '' ? app.intake.submit(request) : app.intake.decoy(request));
    return receipt;
  } catch (thrown) {
    return { values, problems: {}, refusal: refusalOf(refuseOnPage(page, thrown)) };
  }
};
