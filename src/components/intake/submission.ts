import type { App } from '../../app.ts';
import { isServiceError, problemKinds } from '../../domain/vocabulary/errors.ts';
import { intakeLimits, type IntakeReceipt, IntakeRequest } from '../../domain/intake.ts';
import { readForm } from '../../http/form.ts';
import { countRequest } from '../../http/rate-limit.ts';
import type { RequestContext } from '../../http/resource.ts';
import type { HeaderFields } from '../../http/response-headers.ts';
import { type Bounds, type IntakeFaults, type IntakeValues, kindFault, textFault } from './fields.ts';

/** The name of the field that people do not see; a robot that fills in everything fills it in. */
export const HONEYPOT = 'website';

/** The bounds of the texts of the form. */
export const intakeBounds: Readonly<Record<'body' | 'from' | 'contact', Bounds>> = {
  body: { min: intakeLimits.body_min, max: intakeLimits.body_max },
  from: { min: 0, max: intakeLimits.from_max },
  contact: { min: 0, max: intakeLimits.contact_max },
};

/** What became of a form: a receipt, or the page to show again. */
export type Submission =
  | { readonly receipt: IntakeReceipt }
  | {
      readonly status: number;
      readonly values: IntakeValues;
      readonly faults: IntakeFaults;
      /** Why nothing was stored, where no field is to blame. */
      readonly notice?: string;
      readonly headers: HeaderFields;
    };

const empty: IntakeValues = { kind: '', body: '', from: '', contact: '' };

const faultsOf = (values: IntakeValues): IntakeFaults => {
  const faults: Partial<Record<keyof IntakeValues, string>> = {};
  if (values.kind !== '' && !IntakeRequest.shape.kind.safeParse(values.kind).success) faults.kind = kindFault;
  for (const field of ['body', 'from', 'contact'] as const) {
    const fault = textFault(field, values[field], intakeBounds[field]);
    if (fault !== undefined) faults[field] = fault;
  }
  return faults;
};

const noticeOf = (thrown: unknown): string => {
  if (!isServiceError(thrown)) return 'Something went wrong on our side, and nothing was stored. Try again later.';
  const wait = thrown.headers['Retry-After'];
  const then =
    wait === undefined ? 'Try again later.' : `Send it again in ${wait} ${wait === '1' ? 'second' : 'seconds'}.`;
  switch (thrown.code) {
    case 'rate_limited':
      return `Too many requests came from your connection, and this one was not stored. ${then}`;
    case 'storage_unavailable':
      return `The service cannot store requests at the moment, and nothing was stored. ${then}`;
    default:
      return `${problemKinds[thrown.code].title}. Nothing was stored.`;
  }
};

/**
 * Takes a form that was sent without a script: counts it, checks every field, stores it. A form
 * whose honeypot is filled is answered in the same way and not stored (SPEC.md §4.6).
 * Never throws for what was sent; faults of ours are logged.
 */
export const submitForm = async (
  request: Request,
  { app, client, body, bodyFault, requestId }: RequestContext,
): Promise<Submission> => {
  let values = empty;
  let headers: HeaderFields = {};
  try {
    if (bodyFault) throw bodyFault;
    const field = readForm(request.headers.get('content-type'), body);
    values = { kind: field('kind'), body: field('body'), from: field('from'), contact: field('contact') };
    headers = await countRequest('intake', app.limits.intake, client);
    const faults = faultsOf(values);
    if (Object.keys(faults).length > 0) return { status: 400, values, faults, headers };
    const accepted = IntakeRequest.parse({
      ...(values.kind === '' ? {} : { kind: values.kind }),
      ...(values.from === '' ? {} : { from: values.from }),
      ...(values.contact === '' ? {} : { contact: values.contact }),
      body: values.body,
    });
    return { receipt: await receive(app, accepted, field(HONEYPOT) !== '') };
  } catch (thrown) {
    if (!isServiceError(thrown)) app.log.error({ request_id: requestId, err: thrown }, 'request failed');
    const status = isServiceError(thrown) ? problemKinds[thrown.code].status : 500;
    return {
      status,
      values,
      faults: {},
      notice: noticeOf(thrown),
      headers: { ...headers, ...(isServiceError(thrown) ? thrown.headers : {}) },
    };
  }
};

const receive = async (app: App, request: IntakeRequest, fromRobot: boolean): Promise<IntakeReceipt> =>
  fromRobot ? app.intake.decoy(request) : app.intake.submit(request);
