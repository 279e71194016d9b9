import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, openTab } from '../support/browser.ts';
import setup from '../support/build.ts';
import { call, postText } from '../support/call.ts';
import { startServer } from '../support/server.ts';
import { atMost, type Line } from './report.ts';
import { median } from './timed.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

type Json = Record<string, unknown> | unknown[];

/** As much as one body may hold, of each kind. */
const poisons: readonly unknown[] = [
  Array.from({ length: 900 }, () => ({})),
  Array.from({ length: 900 }, () => []),
  Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`__proto__${at}`, {}])),
  JSON.parse(`${'[{"a":'.repeat(30)}0${'}]'.repeat(30)}`),
  'a'.repeat(50_000),
  Array.from({ length: 900 }, () => ''),
  Array.from({ length: 900 }, (_, at) => at),
  Array.from({ length: 900 }, () => null),
  Array.from({ length: 100 }, () => 'https://a.example/'.repeat(25)),
  Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`${at}`, 'a'])),
  JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`),
  '\ufb06\u202e'.repeat(8_000),
  '9'.repeat(50_000),
];

/** As much as a document may hold that is verified in a browser, where no body is bounded. */
const largePoisons: readonly unknown[] = [
  Array.from({ length: 19_000 }, () => ({})),
  Array.from({ length: 9_000 }, (_, at) => ({ id: `${at}` })),
  'a'.repeat(5_000_000),
];

/** The document with one member or entry replaced, for each of them in turn, those inside included. */
function* poisoned(document: Json, poison: unknown): Generator<Json> {
  for (const key of Object.keys(document)) {
    const inner: unknown = Reflect.get(document, key);
    const withInner = (value: unknown): Json => {
      const copy = structuredClone(document);
      Reflect.set(copy, key, value);
      return copy;
    };
    yield withInner(poison);
    if (typeof inner === 'object' && inner !== null)
      for (const one of poisoned(inner as Json, poison)) yield withInner(one);
  }
}

interface OpenApi {
  readonly paths: Readonly<
    Record<string, { post?: { requestBody?: { content: { 'application/json'?: { example?: Json } } } } }>
  >;
}

/** A way in: where a text is posted, with the fields it needs, for a document. */
interface WayIn {
  readonly name: string;
  readonly path: string;
  readonly documents: readonly Json[];
  readonly bodyOf: (document: Json) => unknown;
}

const vectors = (): Json[] => {
  const { vectors: listed } = read('datasets/vectors/index.json') as { vectors: { input: string; expected: object }[] };
  const first = new Map<unknown, Json>();
  for (const { input } of listed) {
    try {
      const document = read(`datasets/vectors/${input}`) as Json;
      if (!first.has(Reflect.get(document, 'schema'))) first.set(Reflect.get(document, 'schema'), document);
    } catch {
      // Some inputs are no JSON.
    }
  }
  return [...first.values()];
};

const waysIn = (): WayIn[] => {
  const verified = [
    ...vectors(),
    ...['service-agent-card', 'agent-card'].map((name) => read(`dist/client/.well-known/${name}.json`) as Json),
  ];
  const call = (document: Json) => ({ operation: 'verifyDocument', input: { document } });
  const posts = Object.entries((read('dist/client/openapi.json') as OpenApi).paths).flatMap(
    ([path, { post }]): WayIn[] => {
      const example = post?.requestBody?.content['application/json']?.example;
      return example === undefined ? [] : [{ name: `HTTP ${path}`, path, documents: [example], bodyOf: (one) => one }];
    },
  );
  return [
    ...posts,
    {
      name: 'A2A verifyDocument',
      path: '/a2a',
      documents: verified,
      bodyOf: (document) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data: call(document) }] } },
      }),
    },
    {
      name: 'MCP verifyDocument',
      path: '/mcp',
      documents: verified,
      bodyOf: (document) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'verifyDocument', arguments: { document } },
      }),
    },
  ];
};

/** Words that are dear to look up: each sign is several words once it is written in the plain. */
const DEAR_WORDS = '\ufb06\u33c2'.repeat(100);

/** The processor time of the thread that answers, in milliseconds. */
const processorOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Milliseconds of the processor that a request takes. One above this is asked again: compiling and collecting garbage are no cost of its own. */
const AGAIN_MS = 20;

const costOf = async (pid: number, ask: () => Promise<unknown>): Promise<number> => {
  const once = async (): Promise<number> => {
    const before = processorOf(pid);
    await ask();
    return processorOf(pid) - before;
  };
  const first = await once();
  return first <= AGAIN_MS ? first : median([await once(), await once(), await once(), await once(), await once()]);
};

/** How long /verify holds up its tab at most, each member of each document poisoned in turn, in code that no browser made faster. */
const benchTab = async (url: string): Promise<Line> => {
  const browser = await openBrowser();
  try {
    const { page } = await openTab(browser);
    await page.goto(`${url}/verify`);
    let verified = 0;
    let worst = 0;
    for (const vector of vectors())
      for (const poison of largePoisons)
        for (const key of Object.keys(vector)) {
          await page.locator('#document').evaluate(
            (field: HTMLTextAreaElement, text) => {
              field.value = text;
            },
            JSON.stringify({ ...vector, [key]: poison }),
          );
          const held = await page.evaluate(async () => {
            const submit = document.querySelector<HTMLButtonElement>('form button[type="submit"].main')!;
            const usual = submit.textContent;
            let longest = 0;
            let last = performance.now();
            submit.click();
            do {
              await new Promise((done) => setTimeout(done));
              longest = Math.max(longest, performance.now() - last);
              last = performance.now();
            } while (submit.textContent !== usual);
            return longest;
          });
          worst = Math.max(worst, held);
          verified += 1;
        }
    return atMost('ms that the tab of /verify is held up', worst, 1_500, `${verified} documents`);
  } finally {
    await browser.close();
  }
};

/** The most processor time that one anonymous request takes, each member of each document poisoned in turn, over each way in. */
export const benchHostile = async (): Promise<Line[]> => {
  await setup();
  const server = await startServer({ RATE_LIMIT_PREVIEW: 'off', RATE_LIMIT_INTAKE: 'off' });
  const headers = { 'A2A-Version': '1.0', Accept: 'application/json, text/event-stream' };
  try {
    const lines: Line[] = [];
    const search = `${server.url}/find?in=&q=${encodeURIComponent(DEAR_WORDS)}`;
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: DEAR_WORDS }] };
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
    const searches = {
      'the search page': () => call(search),
      'the search page, one long word': () =>
        call(`${server.url}/find?q=${encodeURIComponent('\u3316'.repeat(1_700))}`),
      'a text over A2A': () => postText(`${server.url}/a2a`, text, headers),
    };
    for (const [name, ask] of Object.entries(searches))
      lines.push(atMost(`ms of the processor for dear words, ${name}`, await costOf(server.pid, ask), 50, 'of five'));
    for (const { name, path, documents, bodyOf } of waysIn()) {
      let requests = 0;
      let worst = 0;
      for (const document of documents)
        for (const poison of poisons)
          for (const one of poisoned(document, poison)) {
            const sent = JSON.stringify(bodyOf(one));
            worst = Math.max(worst, await costOf(server.pid, () => postText(server.url + path, sent, headers)));
            requests += 1;
          }
      lines.push(atMost(`ms of the processor for the dearest request, ${name}`, worst, 50, `${requests} requests`));
    }
    lines.push(await benchTab(server.url));
    return lines;
  } finally {
    await server.end();
  }
};
