import type { App } from '../../app.ts';
import type { ErrorCode } from '../../domain/vocabulary/errors.ts';
import { REQUEST_BYTES_MAX } from '../../domain/vocabulary/request-limits.ts';
import { withCommas } from '../../domain/vocabulary/words.ts';
import type { Answer } from '../../http/answer.ts';
import type { Operation } from '../../http/operation.ts';
import { bodyTooLarge } from '../../http/problem.ts';
import type { LiveEndpoint } from '../catalogue.ts';
import { ask, type ExampleRequest } from './ask.ts';

/** An operation that is to refuse, and the request that it accepts. */
export interface Refusing {
  readonly endpoint: LiveEndpoint;
  readonly operation: Operation;
  readonly accepted: ExampleRequest;
  readonly app: App;
}

/** A refusal, and what draws it. */
export interface DrawnRefusal {
  readonly cause: string;
  /** What was sent, where it can be sent again. */
  readonly sent?: ExampleRequest;
  readonly answer: Answer;
}

type Draw = (refusing: Refusing) => Promise<DrawnRefusal | undefined>;

const UNKNOWN_HASH = '0'.repeat(64);
const DUPLICATE_MEMBERS = '{"member": 1, "member": 2}';

const sending = async (
  { endpoint, accepted, app }: Refusing,
  cause: string,
  changes: Partial<ExampleRequest>,
): Promise<DrawnRefusal> => {
  const sent = { ...accepted, ...changes };
  return { cause, sent, answer: await ask(endpoint, app, sent) };
};

/** One path parameter with another value. */
const withParameter = (refusing: Refusing, value: string): Promise<DrawnRefusal | undefined> => {
  const [name] = Object.keys(refusing.accepted.params);
  if (name === undefined) return Promise.resolve(undefined);
  return sending(refusing, `Asked for \`${value}\` as \`${name}\`.`, {
    params: { ...refusing.accepted.params, [name]: value },
  });
};

const withBody = (refusing: Refusing, body: object): Promise<DrawnRefusal> =>
  sending(refusing, `Sent \`${JSON.stringify(body)}\`.`, { body });

const firstMember = ({ accepted }: Refusing): string => Object.keys(accepted.body ?? {})[0] ?? 'member';

/** The refusals of requests with one idempotency key. */
const withKey = async (
  refusing: Refusing,
  code: 'request_in_progress' | 'idempotency_key_reused',
): Promise<DrawnRefusal> => {
  const { endpoint, accepted, app } = refusing;
  const first = { ...accepted, headers: { 'Idempotency-Key': code } };
  if (code === 'idempotency_key_reused') {
    await ask(endpoint, app, first);
    const answer = await ask(endpoint, app, { ...first, body: { body: 'Another request.' } });
    return { cause: 'Sent another body with the `Idempotency-Key` of an earlier request.', answer };
  }
  const answers = await Promise.all([ask(endpoint, app, first), ask(endpoint, app, first)]);
  return {
    cause: 'Sent twice at the same moment with one `Idempotency-Key`.',
    answer: answers.find(({ status }) => status === 409)!,
  };
};

/** How each refusal is drawn from the running operation; those that need a failing chain or machine are not. */
const draws: Partial<Record<ErrorCode, Draw>> = {
  invalid_hash: (refusing) => withParameter(refusing, 'abc'),
  invalid_request: (refusing) =>
    refusing.operation.body
      ? withBody(refusing, { [firstMember(refusing)]: 7 })
      : withParameter(refusing, 'no-such-thing'),
  malformed_json: (refusing) => sending(refusing, `Sent \`${DUPLICATE_MEMBERS}\`.`, { body: DUPLICATE_MEMBERS }),
  body_too_large: async ({ endpoint, accepted, app }) => ({
    cause: `Sent ${withCommas(REQUEST_BYTES_MAX + 1)} bytes.`,
    answer: await ask(endpoint, app, { ...accepted, bodyRefusal: bodyTooLarge(REQUEST_BYTES_MAX) }),
  }),
  unsupported_media_type: (refusing) =>
    sending(refusing, 'Sent with `Content-Type: text/plain`.', {
      headers: { ...refusing.accepted.headers, 'Content-Type': 'text/plain' },
    }),
  not_found: (refusing) => {
    const [value = ''] = Object.values(refusing.accepted.params);
    return withParameter(refusing, '0'.repeat(value.length));
  },
  unknown_receipt: (refusing) => {
    if (!refusing.operation.body) return withParameter(refusing, UNKNOWN_HASH);
    const { receipt: _, ...others } = refusing.accepted.body as Record<string, unknown>;
    return sending(refusing, `Sent \`${UNKNOWN_HASH}\` as \`receipt_hash_sha256\`, without the receipt.`, {
      body: { ...others, receipt_hash_sha256: UNKNOWN_HASH },
    });
  },
  method_not_allowed: (refusing) =>
    sending(refusing, 'Sent with the method DELETE.', { method: 'DELETE', body: undefined }),
  illegal_transition: (refusing) => withBody(refusing, { seed: 'any text', events: ['submit_evidence'] }),
  guard_failed: (refusing) => withBody(refusing, { seed: 'any text', claims: { verdict_hash: UNKNOWN_HASH } }),
  request_in_progress: (refusing) => withKey(refusing, 'request_in_progress'),
  idempotency_key_reused: (refusing) => withKey(refusing, 'idempotency_key_reused'),
  rate_limited: async (refusing) => {
    const { endpoint, accepted, app, operation } = refusing;
    const limiter = operation.limit && app.limits[operation.limit];
    if (!limiter) return undefined;
    const client = `example of ${operation.id}`;
    for (let asked = 0; asked < limiter.policy.requests; asked++) await limiter.counter.consume(client);
    const { requests, seconds } = limiter.policy;
    return {
      cause: `Asked ${requests + 1} times within ${seconds} seconds.`,
      answer: await ask(endpoint, app, { ...accepted, client }),
    };
  },
  unauthorised: (refusing) => sending(refusing, 'Sent without the token.', { headers: {} }),
  live_anchoring_disabled: (refusing) => sending(refusing, 'Sent with the token, while the setting is off.', {}),
};

/** The refusal of an operation with this code, from the running operation; undefined where it cannot be drawn here. */
export const drawRefusal = async (code: ErrorCode, refusing: Refusing): Promise<DrawnRefusal | undefined> => {
  const drawn = await draws[code]?.(refusing);
  const found =
    drawn?.answer.text === undefined ? undefined : (JSON.parse(drawn.answer.text) as { code?: unknown }).code;
  if (drawn && found !== code)
    throw new Error(`${refusing.operation.id} answered ${String(found)} in place of ${code}`);
  return drawn;
};
