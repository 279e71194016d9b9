import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../src/server/files-below.ts';

const client = join(import.meta.dirname, '../../dist/client');

/** A request as a page of the reference says that it was sent. */
export interface ShownRequest {
  readonly method: string;
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An answer that a page shows. */
export interface ShownAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string | undefined;
  readonly sent: ShownRequest | undefined;
}

/** An operation as a page shows it. */
export interface ShownOperation {
  readonly id: string;
  readonly page: string;
  /** The programs that ask for it, by language. */
  readonly snippets: Readonly<Record<string, string>>;
  /** What its form sends; absent where there is no form. */
  readonly sendable:
    | {
        method: string;
        template: string;
        params: Record<string, string>;
        headers?: Record<string, string>;
        body?: unknown;
      }
    | undefined;
  readonly answers: readonly ShownAnswer[];
}

const decoded = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const attribute = (html: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1];
  return found === undefined ? undefined : decoded(found);
};

const parsed = <Value>(text: string | undefined): Value | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Value);

const textIn = (html: string): string | undefined => {
  const text = /<pre[^>]*><code>(.*?)<\/code>/s.exec(html)?.[1];
  return text === undefined ? undefined : decoded(text);
};

const answersIn = (html: string): ShownAnswer[] => {
  const one = html.split('<div class="sample answers">')[1] ?? '';
  const several = [...html.matchAll(/<details name="answers-[^>]*>.*?<\/details>/gs)];
  if (several.length === 0) return [{ status: 200, code: undefined, text: textIn(one), sent: undefined }];
  return several.map(([details]) => ({
    status: Number(attribute(details, 'data-status')),
    code: attribute(details, 'data-code'),
    text: textIn(details),
    sent: parsed(attribute(details, 'data-sent')),
  }));
};

const operationIn = (page: string, html: string): ShownOperation => ({
  id: attribute(html, 'id')!,
  page,
  snippets: Object.fromEntries(
    [...html.matchAll(/<pre data-snippet="(\w+)"[^>]*><code>(.*?)<\/code>/gs)].map(([, language, code]) => [
      language!,
      decoded(code!),
    ]),
  ),
  sendable: parsed(attribute(html, 'data-sendable')),
  answers: answersIn(html),
});

/** The pages of the reference that the build made, by address. */
export const referencePages = (): Map<string, string> =>
  new Map(
    filesBelow(client)
      .filter((file) => /^\/?api-reference(\/|\.html$)/.test(file) && file.endsWith('.html'))
      .map((file) => [`/${file.replace(/^\//, '').replace(/\.html$/, '')}`, readFileSync(join(client, file), 'utf8')]),
  );

/** Every operation of the reference, as its page shows it to somebody without JavaScript. */
export const shownOperations = (): ShownOperation[] =>
  [...referencePages()].flatMap(([page, html]) =>
    html
      .split(/(?=<section class="operation" )/)
      .slice(1)
      .filter((part) => part.includes('data-snippet'))
      .map((part) => operationIn(page, part)),
  );
