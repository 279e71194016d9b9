import { isJsonObject } from '../domain/json/pointer.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { keptText } from './kept-text.ts';
import { afterPatience } from './patience.ts';

/** A refusal of a preview (RFC 9457): the members that a page shows. */
export interface Refusal {
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** What a page lists of a refusal: its problems, or what it says where it names none. */
export const problemsOf = ({ detail, errors = [] }: Refusal): NonNullable<Refusal['errors']> =>
  errors.length > 0 ? errors : [{ pointer: '', detail }];

/** The answer of a preview: a document with its text, or a refusal. */
export type PreviewAnswer<Document> =
  | { readonly document: Document; readonly text: string; readonly refusal?: never }
  | { readonly refusal: Refusal; readonly document?: never; readonly text?: never };

const noAnswer: Refusal = {
  title: 'The service could not be reached.',
  detail: 'It keeps nothing of a preview, so you can safely try again. Check your connection first.',
};

/** What something on the way answered in place of the service. */
const strangeAnswer = (status: number): Refusal => ({
  title: 'The service gave no answer that this page can read.',
  detail: `What came has the status ${status}. It keeps nothing of a preview, so you can safely try again.`,
});

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isRefusal = (value: unknown): value is Refusal =>
  isJsonObject(value) && typeof value['title'] === 'string' && typeof value['detail'] === 'string';

/** Asks for a preview. Never throws: a failure is returned as a refusal. @param request the body, as JSON */
export const requestPreview = async <Document>(address: string, request: string): Promise<PreviewAnswer<Document>> => {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: request,
      signal: afterPatience(),
    });
    const text = await answer.text();
    const found = parse(text);
    if (answer.ok && isJsonObject(found)) return { document: found as Document, text };
    if (answer.ok || !isRefusal(found)) return { refusal: strangeAnswer(answer.status) };
    const seconds = Number(answer.headers.get('Retry-After'));
    if (!(seconds > 0)) return { refusal: found };
    return { refusal: { ...found, detail: `${found.detail} Try again in ${counted(seconds, 'second')}.` } };
  } catch {
    return { refusal: noAnswer };
  }
};

/** The order that was typed on its page, for the runner; undefined where it is no object. */
export const ownOrder = (): object | undefined => {
  const order = parse(keptText('typed-order') ?? '');
  return isJsonObject(order) ? order : undefined;
};
