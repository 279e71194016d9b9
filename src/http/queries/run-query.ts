import { z } from 'zod';
import { type InputProblem, isServiceError, ServiceError } from '../../domain/vocabulary/errors.ts';
import type { IncomingRequest, RequestContext } from '../answer.ts';
import { findHeldHash } from '../held.ts';
import { readInput } from '../input.ts';
import type { Operation } from '../operation.ts';

/** Operations without side effects that agents ask for by id, whatever protocol they speak (SPEC.md §18.2, §19.2). */
export type Queries = Readonly<Record<string, Operation>>;

/** The answer of a query that has no address: programs that ask for it read what they get, and no published schema. */
export const answerOf = (description: string): Operation['responses'] => ({
  200: { description, schema: z.looseObject({}) },
});

/** The queries by their ids. */
export const queriesOf = (operations: readonly Operation[]): Queries =>
  Object.fromEntries(operations.map((operation) => [operation.id, operation]));

const inInput = (problems: readonly InputProblem[]): InputProblem[] =>
  problems.map(({ pointer, code, detail, name }) => ({
    pointer: name === undefined ? pointer : `/${name}`,
    code,
    detail,
  }));

/**
 * Answers an operation as its address would, but for numbers: agents send values and not texts, so 2500.0 is 2500.
 * @param input its path parameters or the members of its body. A receipt hash may be in any notation that people have (SPEC.md §13.4).
 * @throws ServiceError whose problems have their places in the input.
 */
export const runQuery = async (
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  locals: RequestContext,
): Promise<object> => {
  const held = input['receipt_hash_sha256'];
  const hash = typeof held === 'string' ? await findHeldHash(held, locals.app) : undefined;
  const sent = hash === undefined ? input : { ...input, receipt_hash_sha256: hash };
  const params = Object.fromEntries(
    Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const asked: IncomingRequest = {
    params,
    request: { method: 'POST', headers: new Headers({ 'Content-Type': 'application/json' }) },
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
    throw new ServiceError(code, message, { members, retryAfterSeconds, errors: inInput(errors) });
  }
};
