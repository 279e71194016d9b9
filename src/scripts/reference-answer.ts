import { isJsonObject } from '../domain/json/json-object.ts';
import { withCommas } from '../domain/vocabulary/words.ts';
import { element } from './build-element.ts';

/** What came of a request. */
export type Received =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly statusText: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly content: ArrayBuffer;
    }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unreachable'; readonly isOffline: boolean };

/** What is shown of it, and the words for those who cannot see it. */
interface Shown {
  readonly words: string;
  readonly nodes: readonly Node[];
}

/** The most characters of an answer that are shown. */
const SHOWN_MAX = 30_000;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const textOf = (type: string, content: ArrayBuffer): string => {
  if (/parquet|octet-stream/.test(type)) return `${withCommas(content.byteLength)} bytes of ${type}`;
  const text = new TextDecoder().decode(content);
  const value = /\bjson\b/.test(type) ? parsed(text) : undefined;
  const whole = value === undefined ? text : JSON.stringify(value, null, 2);
  return whole.length > SHOWN_MAX
    ? `${whole.slice(0, SHOWN_MAX)}\n… ${withCommas(whole.length - SHOWN_MAX)} more characters`
    : whole;
};

/** A text with code in `backticks`. */
const withCode = (text: string): (Node | string)[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? element('code', {}, [part]) : part));

/** The members of a problem document (RFC 9457) that say what to do. */
const problemNodes = (problem: Readonly<Record<string, unknown>>): Node[] => {
  const errors = Array.isArray(problem['errors']) ? problem['errors'].filter(isJsonObject) : [];
  const place = (error: Readonly<Record<string, unknown>>): string =>
    String(error['name'] ?? (error['pointer'] === '' ? 'the whole' : error['pointer']));
  return [
    element('p', {}, [
      element('strong', {}, [String(problem['title'])]),
      '. ',
      ...withCode(String(problem['detail'])),
      ' ',
      element('a', { href: `/errors#${String(problem['code'])}` }, ['What to do']),
    ]),
    ...(errors.length > 0
      ? [
          element(
            'ul',
            {},
            errors.map((error) =>
              element('li', {}, [element('code', {}, [place(error)]), `: ${String(error['detail'])}`]),
            ),
          ),
        ]
      : []),
  ];
};

const failure = (words: string): Shown => ({ words, nodes: [element('p', { class: 'failed' }, [words])] });

/** Shows what came of a request: status, problems, content and header fields. */
export const showReceived = (received: Received): Shown => {
  if (received.kind === 'stopped')
    return failure('Stopped. The service may have answered all the same; nothing was stored.');
  if (received.kind === 'unreachable')
    return failure(
      received.isOffline
        ? 'This device is offline. Send again when it is connected.'
        : 'The service could not be reached. Send again in a while.',
    );
  const { status, statusText, headers, content } = received;
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const text = textOf(type, content);
  const problem = type.startsWith('application/problem+json') ? parsed(new TextDecoder().decode(content)) : undefined;
  const code = isJsonObject(problem) ? String(problem['code']) : '';
  const words = `${status} ${statusText}`.trim();
  return {
    words:
      code === '' ? `Answer ${words}, ${withCommas(content.byteLength)} bytes.` : `Refused with ${words}, ${code}.`,
    nodes: [
      element('p', { class: 'state' }, [
        element('span', { class: 'status' }, [words]),
        ...(code === '' ? [] : [' ', element('code', {}, [code])]),
        element('span', { class: 'note' }, [` ${withCommas(content.byteLength)} bytes`]),
      ]),
      ...(isJsonObject(problem) ? problemNodes(problem) : []),
      element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Content of the answer' }, [
        element('code', {}, [text]),
      ]),
      element('details', {}, [
        element('summary', {}, [`${headers.length} header fields`]),
        element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Header fields of the answer' }, [
          element('code', {}, [headers.map(([name, value]) => `${name}: ${value}`).join('\n')]),
        ]),
      ]),
    ],
  };
};
