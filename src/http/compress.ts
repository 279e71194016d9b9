import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { HeaderFields } from './response-headers.ts';

const compressions = ['br', 'gzip'] as const;

/** A content coding (RFC 9110 §8.4.1) that files and pages are sent in. */
export type Coding = (typeof compressions)[number] | 'identity';

/** As the package has it; its types lack the order among equals. */
interface CodingNegotiator {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
}

/**
 * The codings that a client accepts, the preferred one first, and of equals the one that makes the smaller answer: a
 * browser names gzip before br and means no order by it. @param acceptEncoding the field of its request.
 */
export const acceptedCodings = (acceptEncoding: string | null | undefined): Coding[] => {
  if (!acceptEncoding) return [];
  const negotiator: CodingNegotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  return negotiator.encodings([...compressions, 'identity'], { preferred: compressions }) as Coding[];
};

/** Below this size a compressed copy does not save a packet. */
const SMALLEST_COMPRESSED = 512;
/** Texts of every kind, and the test vectors, whose type does not say what they are. */
const compressible = /^(text\/|application\/(json|x-ndjson|xml|octet-stream)\b|[^;]+\+(json|xml)\b)/;

/** Whether a file is worth compressing, by its media type and size. */
export const isCompressible = ({ 'Content-Type': type }: HeaderFields, bytes: number): boolean =>
  bytes >= SMALLEST_COMPRESSED && compressible.test(type!);

/** The quality of Brotli for a file, which is compressed once, and for a page that is made on request, in a fifth of the time. */
const [FILE_QUALITY, PAGE_QUALITY] = [9, 5];

export const compress = (
  bytes: Uint8Array,
  compression: Exclude<Coding, 'identity'>,
  quality = FILE_QUALITY,
): Promise<Buffer<ArrayBuffer>> =>
  compression === 'br'
    ? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    : promisify(gzip)(bytes);

/**
 * A page made on request, in a coding that the client accepts (SPEC.md §2.10). Answers to POST and what is no page stay as
 * they are. A page holds no secret beside what its request says, so its length gives nothing away.
 */
export const compressedPage = async (request: Request, made: Response): Promise<Response> => {
  const isPage = made.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (!isPage || !made.body || !['GET', 'HEAD'].includes(request.method)) return made;
  const headers = new Headers(made.headers);
  headers.append('Vary', 'Accept-Encoding');
  const [coding = 'identity'] = acceptedCodings(request.headers.get('Accept-Encoding'));
  const plain = new Uint8Array(await made.arrayBuffer());
  const bytes = coding === 'identity' ? plain : await compress(plain, coding, PAGE_QUALITY);
  if (coding !== 'identity') headers.set('Content-Encoding', coding);
  headers.set('Content-Length', String(bytes.length));
  return new Response(bytes, { status: made.status, headers });
};
