import { counted } from '../domain/vocabulary/words.ts';

/** A refusal of a preview (RFC 9457): the members that a page shows. */
export interface Refusal {
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** The answer of a preview: a document with its text, or a refusal. */
export type PreviewAnswer<Document> =
  | { readonly document: Document; readonly text: string; readonly refusal?: never }
  | { readonly refusal: Refusal; readonly document?: never; readonly text?: never };

const noAnswer: Refusal = {
  title: 'The service could not be reached.',
  detail: 'Nothing was sent or kept. Check your connection and try again.',
};

/** Asks for a preview. Never throws: a failure is returned as a refusal. */
export const requestPreview = async <Document>(address: string, request: object): Promise<PreviewAnswer<Document>> => {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    const text = await answer.text();
    if (answer.ok) return { document: JSON.parse(text) as Document, text };
    const refusal = JSON.parse(text) as Refusal;
    const seconds = Number(answer.headers.get('Retry-After'));
    if (seconds === 0) return { refusal };
    return { refusal: { ...refusal, detail: `${refusal.detail} Try again in ${counted(seconds, 'second')}.` } };
  } catch {
    return { refusal: noAnswer };
  }
};
