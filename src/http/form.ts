import { ServiceError } from '../domain/vocabulary/errors.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * The fields of a form that a browser sent without a script, line breaks as LF: browsers send CRLF
 * where a script reads LF, and the same text must have the same length and hash on both ways.
 * @returns the first value of a field, or an empty text when it was not sent.
 * @throws ServiceError unsupported_media_type
 */
export const readForm = (contentType: string | null, body: Uint8Array): ((name: string) => string) => {
  if ((contentType ?? '').split(';')[0]!.trim().toLowerCase() !== FORM_TYPE) {
    throw new ServiceError('unsupported_media_type', `This address reads ${FORM_TYPE}.`, {
      headers: { 'Accept-Post': FORM_TYPE },
    });
  }
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  return (name) => (fields.get(name) ?? '').replaceAll(/\r\n?/g, '\n');
};
