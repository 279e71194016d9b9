import { A2A_VERSION } from '../../domain/agent/agent-card.ts';
import { admit, readJson } from '../admission.ts';
import {
  type Answer,
  type Endpoint,
  endpoint,
  type IncomingRequest,
  jsonText,
  NO_BODY,
  textAnswer,
} from '../answer.ts';
import { findId } from '../json-rpc.ts';
import { methodNotAllowed, optionsAnswer } from '../methods.ts';
import type { Queries } from '../queries/run-query.ts';
import { problemAnswer, refuse } from '../refusal.ts';
import { caching, type HeaderFields, publicCors } from '../response-headers.ts';
import { A2aError, refuseA2a } from './a2a-error.ts';
import { findMethod } from './methods.ts';
import { parseCall } from './parse-call.ts';

const ALLOW = 'POST, OPTIONS';

/** A missing version means 0.3, and a patch number does not count (A2A 1.0, section 3.6). */
const checkVersion = ({ request }: IncomingRequest): void => {
  const version = request.headers.get('a2a-version')?.trim() ?? '';
  if (version.replace(/^(\d+\.\d+)\.\d+$/, '$1') === A2A_VERSION) return;
  throw new A2aError(
    'VERSION_NOT_SUPPORTED',
    `This interface speaks A2A ${A2A_VERSION}: send the header A2A-Version: ${A2A_VERSION}. Without it a request counts as 0.3.`,
  );
};

/**
 * The agent over A2A 1.0, JSON-RPC binding (SPEC.md §18). Every request counts under the limit of the previews before
 * it is read, and a message that is to be stored under that of the intake besides.
 */
export const a2aEndpoint = (queries: Queries): Endpoint =>
  endpoint(async (incoming): Promise<Answer> => {
    const { request, locals } = incoming;
    if (request.method === 'OPTIONS') return optionsAnswer(ALLOW, true);
    if (request.method !== 'POST') return problemAnswer(refuse(methodNotAllowed(ALLOW), locals), { cors: true });
    const { headers, refused } = await admit(incoming, { limit: 'preview' });
    const send = (status: number, body: object, more: HeaderFields = {}): Answer =>
      textAnswer(status, jsonText({ jsonrpc: '2.0', ...body }), 'application/json', {
        ...publicCors,
        'Cache-Control': caching.none,
        ...headers,
        ...more,
      });
    let value: unknown;
    try {
      if (refused) throw refused;
      value = readJson(incoming, 'any');
      const { id, method, params } = parseCall(value);
      checkVersion(incoming);
      const answering = findMethod(method)(params, incoming, queries);
      locals.body = NO_BODY;
      const answered = await answering;
      return send(200, { id, result: answered.result }, answered.headers);
    } catch (thrown) {
      const { status, headers: more, error } = refuseA2a(thrown, locals);
      return send(status, { id: findId(value), error }, more);
    }
  });
