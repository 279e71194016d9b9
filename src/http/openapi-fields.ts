import type { ErrorCode } from '../domain/vocabulary/errors.ts';
import type { Operation } from './operation.ts';
import type { HeaderFields } from './response-headers.ts';

/** Header fields that many answers carry, with their meaning. */
export const commonFields = {
  ETag: 'SHA-256 of the bytes without content coding, in quotes; `-br` or `-gzip` behind it names a coding.',
  'Repr-Digest': 'SHA-256 of the bytes as sent (RFC 9530).',
  Link: 'Where related documents are: other forms of data, its schema, versions and licence; the ways to reach the service (RFC 8288).',
  'X-Robots-Tag': 'Search engines do not list the address.',
  'X-Request-Id': 'Id of the request in the log of the service.',
  'RateLimit-Policy': 'The limit of one client: its requests and the seconds of the window. Absent without a limit.',
  RateLimit: 'The requests left and the seconds until the window ends. Absent without a limit.',
  'Retry-After': 'Seconds after which a repeat makes sense.',
  Allow: 'The methods of this address.',
  'WWW-Authenticate': 'The credential that is needed.',
  'Accept-Post': 'The content type that the operation accepts.',
} as const;
export type CommonField = keyof typeof commonFields;

/** A header of an answer, or a reference to one of the components. */
export type HeaderObject =
  { readonly $ref: string } | { readonly description: string; readonly schema: { readonly type: 'string' } };

/** References to the named fields. */
export const fieldReferences = (names: readonly CommonField[]): Record<string, HeaderObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Header objects of fields that one operation has. */
export const ownFields = (fields: HeaderFields): Record<string, HeaderObject> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );

const fieldsOfCode: Partial<Record<ErrorCode, readonly CommonField[]>> = {
  unauthorised: ['WWW-Authenticate'],
  method_not_allowed: ['Allow'],
  request_in_progress: ['Retry-After'],
  unsupported_media_type: ['Accept-Post'],
  rate_limited: ['RateLimit-Policy', 'RateLimit', 'Retry-After'],
  storage_unavailable: ['Retry-After'],
  chain_not_configured: ['Retry-After'],
  chain_unavailable: ['Retry-After'],
};

/** The limit of an operation is in all its answers but the one about its method, which comes before. */
const limitFields = ({ limit }: Pick<Operation, 'limit'>): CommonField[] =>
  limit === undefined ? [] : ['RateLimit-Policy', 'RateLimit'];

/** The fields of a refusal with one of these codes. */
export const refusalFields = (codes: readonly ErrorCode[], declared: Pick<Operation, 'limit'>): CommonField[] => [
  ...new Set<CommonField>([
    'X-Request-Id',
    ...codes.flatMap((code) => fieldsOfCode[code] ?? []),
    ...(codes.includes('method_not_allowed') ? [] : limitFields(declared)),
  ]),
];

/** The fields of a success. @param isRead whether it answers GET, and so has a tag. */
export const successFields = (declared: Pick<Operation, 'limit'>, isRead: boolean): CommonField[] => [
  ...(isRead ? (['ETag'] as const) : []),
  'Repr-Digest',
  'X-Request-Id',
  ...limitFields(declared),
];
