import { acceptedCodings, compress } from './compress.ts';

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
  const bytes = coding === 'identity' ? plain : await compress(plain, coding);
  if (coding !== 'identity') headers.set('Content-Encoding', coding);
  headers.set('Content-Length', String(bytes.length));
  return new Response(bytes, { status: made.status, headers });
};
