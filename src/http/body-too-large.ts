import { ServiceError } from '../domain/vocabulary/errors.ts';

/** The refusal of a body with more bytes than anybody accepts (SPEC.md §2.14). */
export const bodyTooLarge = (limit: number): ServiceError =>
  new ServiceError('body_too_large', `The body has more than ${limit} bytes.`);
