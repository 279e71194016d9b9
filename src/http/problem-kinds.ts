import { MAX_JSON_DEPTH } from '../domain/json/strict-json.ts';
import type { ErrorCode } from '../domain/vocabulary/errors.ts';
import { JSON_VALUES_MAX, REQUEST_BYTES_MAX } from '../domain/vocabulary/service.ts';
import { withCommas } from '../domain/vocabulary/words.ts';

/** What one error code means: its HTTP status, its title, and what to do. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly help: string;
}

const kind = (status: number, title: string, help: string): ProblemKind => ({ status, title, help });

/** Each error code with its status and its texts for /errors (SPEC.md §2.8). */
export const problemKinds: Readonly<Record<ErrorCode, ProblemKind>> = {
  invalid_request: kind(
    400,
    'The request does not satisfy its schema',
    'Correct the input at every place listed in `errors`, which gives each place as a JSON Pointer. `/api-reference` lists the schemas.',
  ),
  malformed_json: kind(
    400,
    'The body is not acceptable JSON',
    `Send UTF-8 JSON that conforms to RFC 8259 and RFC 7493 (I-JSON). Also refused are nesting deeper than ${MAX_JSON_DEPTH} levels, more than ${withCommas(JSON_VALUES_MAX)} values and, where the body is hashed, numbers that are not written as integers.`,
  ),
  invalid_hash: kind(
    400,
    'What was given is not a SHA-256 hash',
    'A hash is 64 hexadecimal digits. Check that the whole hash was copied.',
  ),
  unauthorised: kind(
    401,
    'The credential is missing or invalid',
    'This operation needs the administrator’s token: send `Authorization: Bearer <token>`.',
  ),
  live_anchoring_disabled: kind(
    403,
    'Live anchoring is switched off',
    'Only the operator of this service can enable live anchoring; `anchor-preview` works without it.',
  ),
  foreign_site: kind(
    403,
    'The request is for or from a foreign site',
    'Use the base address of the service: the `Host` field names it, and a service for one machine answers only pages of that machine. A proxy in front passes the `Host` field on.',
  ),
  not_found: kind(
    404,
    'There is nothing at this address',
    'The addresses are listed at `/api-reference` and in `/openapi.json`.',
  ),
  unknown_receipt: kind(
    404,
    'No receipt with this hash is known here',
    'Send the receipt itself to `preview-dispute` or `anchor-preview`, or check the hash.',
  ),
  method_not_allowed: kind(
    405,
    'This address does not support this method',
    'Use one of the methods in the `Allow` header.',
  ),
  request_in_progress: kind(
    409,
    'The first request with this idempotency key is still running',
    'Repeat the request after a second; it then gets the answer to the first one.',
  ),
  budget_exhausted: kind(
    409,
    'The chain budget does not cover this anchor',
    'See the manifest for the remaining budget. Nothing was spent or stored.',
  ),
  body_too_large: kind(
    413,
    `The body is larger than ${REQUEST_BYTES_MAX / 1_024} KiB`,
    'Send a smaller body. Large objects are sent as their hashes, where the operation takes hashes.',
  ),
  unsupported_media_type: kind(
    415,
    'The operation does not accept this content type',
    'Send `Content-Type: application/json`, in UTF-8.',
  ),
  illegal_transition: kind(
    422,
    'The state machine does not allow this move',
    'The answer names the state, the event and the events allowed there.',
  ),
  guard_failed: kind(
    422,
    'A guard of the state machine refused the move',
    'The answer names the guard; the table of moves is in the runner’s descriptor.',
  ),
  idempotency_key_reused: kind(
    422,
    'This idempotency key was used for a different request',
    'Use a new key for a new request. A key counts for 24 hours.',
  ),
  rate_limited: kind(429, 'Too many requests', 'Wait for the number of seconds given in `Retry-After`.'),
  internal: kind(
    500,
    'Something went wrong on our side',
    'Try again later, or report the request id to the operator, who finds the failure in the log.',
  ),
  storage_unavailable: kind(
    503,
    'The store cannot be reached or written',
    'Nothing was accepted, unless `outcome` is `unknown`: then the store broke off during the commit. Send the same request again, with the same `Idempotency-Key` if it had one, after the number of seconds given in `Retry-After`.',
  ),
  chain_not_configured: kind(
    503,
    'No chain is configured',
    'The operator sets `CONCORDIUM_GRPC_URL` and `CONCORDIUM_WALLET_FILE`.',
  ),
  chain_unavailable: kind(
    503,
    'The chain node did not answer correctly',
    'The node is unreachable, silent, behind, or on another network. Nothing was spent. Try again after the number of seconds given in `Retry-After`.',
  ),
};
