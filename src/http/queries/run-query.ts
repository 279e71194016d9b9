import { z } from 'zod';
import { type InputProblem, isServiceError, ServiceError } from '../../domain/vocabulary/errors.ts';
import { readHeld } from '../../domain/vocabulary/held.ts';
import type { IncomingRequest, RequestContext } from '../answer.ts';
import { findHeldHash } from '../held.ts';
import { readInput } from '../input.ts';
import type { Operation } from '../operation.ts';

/** Operations without side effects that agents ask for by id, whatever protocol they speak (SPEC.md §18.2, §19.2). */
export type Queries = readonly Operation[];

/**
 * What an operation declares that only agents ask for: everybody may, and nothing comes of it.
 * @param schema of its answer; without one, programs read what they get.
 */
export const forAgents = (answer: string, schema: z.ZodType = z.looseObject({})) =>
  ({ sideEffects: 'none', auth: 'none', cors: true, responses: { 200: { description: answer, schema } } }) as const;

const inInput = (problems: readonly InputProblem[], place: string): InputProblem[] =>
  problems.map(({ pointer, code, detail, name }) => ({
    pointer: place + (name === undefined ? pointer : `/${name}`),
    code,
    detail,
  }));

/**
 * Answers an operation as its address would, but for numbers: agents send values and not texts, so 2500.0 is 2500.
 * @param input its path parameters or the members of its body. A receipt hash and the id of a request may be in any notation that people have (SPEC.md §13.4).
 * @param place where the request has the input, as a JSON Pointer
 * @throws ServiceError whose problems have their places in the request.
 */
export const runQuery = async (
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  locals: RequestContext,
  place = '',
): Promise<object> => {
  const held = input['receipt_hash_sha256'];
  const hash = typeof held === 'string' ? await findHeldHash(held, locals.app) : undefined;
  const named = typeof input['id'] === 'string' ? readHeld(input['id']) : undefined;
  const sent = {
    ...input,
    ...(hash !== undefined && { receipt_hash_sha256: hash }),
    ...(named?.kind === 'request' && { id: named.value }),
  };
  const params = Object.fromEntries(
    Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const asked: IncomingRequest = {
    params,
    request: { method: 'POST', url: '/', headers: new Headers({ 'Content-Type': 'application/json' }) },
    locals: { ...locals, body: new TextEncoder().encode(JSON.stringify(sent)) },
  };
  try {
    const reply = await operation.handle(readInput(operation, asked), locals.app);
    return 'text' in reply ? (JSON.parse(reply.text) as object) : reply.body;
  } catch (thrown) {
    if (!isServiceError(thrown) || thrown.errors.length === 0) throw thrown;
    const { message, members, retryAfterSeconds, errors } = thrown;
    // What the input came in is JSON that is accepted: numbers, for instance, that only a hashed object may not have are parameters.
    const code = thrown.code === 'malformed_json' ? 'invalid_request' : thrown.code;
    throw new ServiceError(code, message, { members, retryAfterSeconds, errors: inInput(errors, place) });
  }
};
