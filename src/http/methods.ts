import type { Answer } from './answer.ts';
import { HttpError } from './problem.ts';
import { preflight, publicCors } from './response-headers.ts';

/** The answer to OPTIONS (SPEC.md §2.4). @param cors whether scripts of any other site may call the address. */
export const optionsAnswer = (allow: string, cors: boolean): Answer => ({
  status: 204,
  headers: { ...(cors ? { ...publicCors, ...preflight(allow) } : {}), Allow: allow },
});

/** The refusal of a method that an address does not support. */
export const methodNotAllowed = (allow: string): HttpError =>
  new HttpError('method_not_allowed', `This address answers ${allow}.`, { Allow: allow });
