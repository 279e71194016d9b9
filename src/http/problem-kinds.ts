import type { ErrorCode } from '../domain/vocabulary/errors.ts';
import {
  HEADER_BYTES_MAX,
  HEADER_SECONDS,
  REQUEST_BYTES_MAX,
  REQUEST_SECONDS,
} from '../domain/vocabulary/request-limits.ts';
import { withCommas } from '../domain/vocabulary/words.ts';

/** What one error code means: its HTTP status and the texts for /errors. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
}

/** Each error code with its status and its texts for /errors (SPEC.md §2.8). */
export const problemKinds = {
  invalid_request: {
    status: 400,
    title: 'The request does not satisfy its schema',
    meaning: 'One or more members of the input are missing, of the wrong type or out of bounds.',
    remedy:
      'Correct the input at every place listed in `errors`, which gives each place as a JSON Pointer. `/api-reference` lists the schemas.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not acceptable JSON',
    meaning:
      'The body is not JSON, or it contains something that readers interpret differently: duplicate keys, lone surrogates, NUL characters, integers beyond 2^53, nesting deeper than 64 levels or, where the body is hashed, numbers that are not written as integers.',
    remedy: 'Send UTF-8 JSON that conforms to RFC 8259 and RFC 7493 (I-JSON).',
  },
  invalid_hash: {
    status: 400,
    title: 'The address does not contain a SHA-256 hash',
    meaning: 'A hash in an address is 64 hexadecimal digits.',
    remedy: 'Check that the whole hash was copied.',
  },
  unauthorised: {
    status: 401,
    title: 'The credential is missing or invalid',
    meaning: 'This operation needs the administrator’s bearer token.',
    remedy: 'Send `Authorization: Bearer <token>`.',
  },
  live_anchoring_disabled: {
    status: 403,
    title: 'Live anchoring is switched off',
    meaning: 'The setting `AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA` does not have the value `1`.',
    remedy: 'Only the operator of this service can enable live anchoring; `anchor-preview` works without it.',
  },
  foreign_site: {
    status: 403,
    title: 'The request is for or from a foreign site',
    meaning:
      'The `Host` field does not name this service, or a page of another site sent the request to a service for one machine.',
    remedy: 'Use the base address of the service. A proxy in front passes the `Host` field on.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing at this address',
    meaning: 'The path, or the resource that it names, does not exist here.',
    remedy: 'The addresses are listed at `/api-reference` and in `/openapi.json`.',
  },
  unknown_receipt: {
    status: 404,
    title: 'No receipt with this hash is known here',
    meaning: 'Neither a published receipt nor an anchor has this hash.',
    remedy: 'Send the receipt itself to `preview-dispute` or `anchor-preview`, or check the hash.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This address does not support this method',
    meaning: 'The address exists, but it supports only the methods listed in the `Allow` header.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    meaning: `The header fields are complete within ${HEADER_SECONDS} seconds and the whole request within ${REQUEST_SECONDS}.`,
    remedy: 'Send the request again, without a pause. The connection was closed.',
  },
  request_in_progress: {
    status: 409,
    title: 'The first request with this idempotency key is still running',
    meaning: 'Two requests with the same `Idempotency-Key` arrived at the same time.',
    remedy: 'Repeat the request after a second; it then gets the answer to the first one.',
  },
  budget_exhausted: {
    status: 409,
    title: 'The chain budget does not cover this anchor',
    meaning:
      'The amounts spent and reserved plus the cost of this anchor would exceed the maximum in the anchor manifest.',
    remedy: 'See the manifest for the remaining budget. Nothing was spent or stored.',
  },
  body_too_large: {
    status: 413,
    title: `The body is larger than ${REQUEST_BYTES_MAX / 1_024} KiB`,
    meaning: `The body of a request has at most ${withCommas(REQUEST_BYTES_MAX)} bytes, whatever the operation.`,
    remedy: 'Send a smaller body. Large objects are sent as their hashes, where the operation takes hashes.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The operation does not accept this content type',
    meaning: 'The operation accepts `application/json` in UTF-8.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  illegal_transition: {
    status: 422,
    title: 'The state machine does not allow this move',
    meaning: 'The event is not allowed in the current state of the work order.',
    remedy: 'The answer names the state, the event and the events allowed there.',
  },
  guard_failed: {
    status: 422,
    title: 'A guard of the state machine refused the move',
    meaning: 'The event is allowed in this state, but its condition does not hold.',
    remedy: 'The answer names the guard; the table of moves is in the runner’s descriptor.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This idempotency key was used for a different request',
    meaning: 'A request with the same `Idempotency-Key` and a different body was accepted in the last 24 hours.',
    remedy: 'Use a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'This client has used all its requests for the current window.',
    remedy: 'Wait for the number of seconds given in `Retry-After`.',
  },
  header_too_large: {
    status: 431,
    title: 'The address and the header fields are too long',
    meaning: `The first line and the header fields of the request have more than ${HEADER_BYTES_MAX / 1_024} KiB together.`,
    remedy: 'Send a shorter address and fewer or shorter fields. The connection was closed.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    meaning: 'The failure was logged with the request id; its details are not shown here.',
    remedy: 'Try again later, or report the request id to the operator.',
  },
  storage_unavailable: {
    status: 503,
    title: 'The store cannot be reached or written',
    meaning:
      'A request is confirmed only after it is on disk. Nothing was accepted, unless `outcome` is `unknown`: then the store broke off during the commit.',
    remedy:
      'Send the same request again, with the same `Idempotency-Key` if it had one, after the number of seconds given in `Retry-After`.',
  },
  chain_not_configured: {
    status: 503,
    title: 'No chain is configured',
    meaning: 'The settings for a chain node and a wallet are missing.',
    remedy: 'The operator sets `CONCORDIUM_GRPC_URL` and `CONCORDIUM_WALLET_FILE`.',
  },
  chain_unavailable: {
    status: 503,
    title: 'The chain node did not answer correctly',
    meaning: 'The node is unreachable, silent, behind, or not on the configured network.',
    remedy: 'Try again after the number of seconds given in `Retry-After`. Nothing was spent.',
  },
} as const satisfies Record<ErrorCode, ProblemKind>;
