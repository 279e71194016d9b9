import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, post, postText } from '../support/call.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { claim, previewPaths, runItem, workOrder } from '../support/previews.ts';
import { expectProblem } from '../support/problem.ts';
import { acceptedReceipt } from '../support/receipts.ts';

let server: HostedService;
beforeAll(async () => {
  server = await hostService();
});
afterAll(() => server.end());

const sound = {
  dispute: { receipt: acceptedReceipt, claim },
  workOrder,
  run: { work_order: workOrder, evidence_items: [runItem('length', 'met')] },
} as const satisfies Partial<Record<keyof typeof previewPaths, object>>;
type Preview = keyof typeof sound;
const previews = Object.keys(sound) as Preview[];

const send = (preview: Preview, text: string, headers = {}) =>
  postText(server.url + previewPaths[preview], text, headers);

describe.each(previews)('the body of the preview %s', (preview) => {
  const text = JSON.stringify(sound[preview]);

  test.each([
    ['a fraction', '{"x":1.5,', 'not_an_integer'],
    ['a key twice', '{"x":1,"\\u0078":1,', 'duplicate_key'],
    ['a reserved key', '{"__proto__":{},', 'reserved_key'],
    ['more than 1,000 values', `{"x":[${'0,'.repeat(1_000)}0],`, 'too_many_values'],
    ['half of it', '{{', 'not_json'],
  ])('with %s is refused by name', async (_, begin, code) => {
    const problems = expectProblem(await send(preview, begin + text.slice(1)), 'malformed_json');
    expect(problems.map((line) => line.split(' ')[1])).toContain(code);
  });

  test('with a member that nobody knows is refused, and not a letter of it is repeated', async () => {
    const answer = await send(preview, `{"x1y2z3":"q8w7e6",${text.slice(1)}`);
    expect(expectProblem(answer, 'invalid_request')).toEqual([' unknown_member']);
    expect(answer.text).not.toContain('q8w7e6');
  });

  test('is not read as anything but JSON in UTF-8', async () => {
    for (const type of ['text/plain', 'application/json; charset=latin1', 'application/jsonp'])
      expectProblem(await send(preview, text, { 'content-type': type }), 'unsupported_media_type');
    expectProblem(await send(preview, `\ufeff${text}`), 'malformed_json');
  });

  test.each(['null', '[]', '"text"', '0', 'true'])('is not %s', async (value) => {
    expectProblem(await send(preview, value), 'invalid_request');
  });

  test('has at most 64 KiB', async () => {
    expectProblem(await send(preview, `${' '.repeat(65_536)}${text}`), 'body_too_large');
    expect((await send(preview, text + ' '.repeat(65_536 - Buffer.byteLength(text)))).status).toBe(200);
  });
});

test.each<[Preview, string, (words: string) => object]>([
  ['dispute', '/claim/text', (words) => ({ ...sound.dispute, claim: { ...claim, text: words } })],
  ['workOrder', '/description', (words) => ({ ...workOrder, description: words })],
  [
    'run',
    '/evidence_items/0/statement',
    (words) => ({ ...sound.run, evidence_items: [runItem('length', 'met', { statement: words })] }),
  ],
])(
  'in the preview %s the text at %s has at most 500 characters, counted in code points',
  async (preview, pointer, body) => {
    expect((await send(preview, JSON.stringify(body('😂'.repeat(500))))).status).toBe(200);
    const answer = await send(preview, JSON.stringify(body('x'.repeat(501))));
    expect(expectProblem(answer, 'invalid_request')).toEqual([`${pointer} too_big`]);
  },
);

test.each([
  [['receipt', 'schema']],
  [['receipt', 'decision']],
  [['receipt', 'mandate', 'format']],
  [['receipt', 'mandate', 'constraints', 0, 'type']],
  [['claim', 'text']],
  [['claim', 'requested_outcome']],
])('a body without the member %j is told that it is missing, and nothing else', async (path) => {
  const body: object = structuredClone(sound.dispute);
  const parent = path.slice(0, -1).reduce<unknown>((value, name) => Reflect.get(value as object, name), body);
  expect(Reflect.deleteProperty(parent as object, path.at(-1)!)).toBe(true);
  const answer = await send('dispute', JSON.stringify(body));
  expect(expectProblem(answer, 'invalid_request')).toEqual([`/${path.join('/')} missing`]);
});

/** A value in which one nested part is replaced. */
const withPart = (value: unknown, steps: readonly number[], part: unknown): unknown => {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return part;
  const names = Object.keys(value);
  if (names.length === 0) return part;
  const chosen = names[step % names.length]!;
  if (Array.isArray(value))
    return value.map((inner, at) => (String(at) === chosen ? withPart(inner, rest, part) : inner));
  return { ...value, [chosen]: withPart((value as Record<string, unknown>)[chosen], rest, part) };
};

test('hundreds of arbitrary bodies are answered or refused, never with a server error', async () => {
  const json = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 });
  const spoiled = fc
    .tuple(fc.constantFrom(...previews), fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }), json)
    .map(([preview, steps, part]) => ({ preview, body: withPart(sound[preview], steps, part) }));
  const arbitrary = fc.record({ preview: fc.constantFrom(...previews), body: json });
  const statuses = new Map<number, number>();
  for (let round = 0; round < 50; round += 1) {
    const samples = fc.sample(fc.oneof(spoiled, arbitrary), 8);
    // Where drawing took longer than 5 seconds, the server has closed its connections: the client learns of it first.
    await setTimeout(20);
    const answers = await Promise.all(samples.map(({ preview, body }) => send(preview, JSON.stringify(body))));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses.keys()].filter((status) => ![200, 400, 404, 422].includes(status))).toEqual([]);
  expect(statuses.get(400)).toBeGreaterThan(100);
  expect(server.output()).not.toContain('"level":50');
});

test('the previews share a limit, which reads and descriptors do not use up', async () => {
  const limited = await hostService({ RATE_LIMIT_PREVIEW: '3/60' });
  try {
    for (const preview of previews) {
      const answer = await post(limited.url + previewPaths[preview], sound[preview]);
      expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, '"preview";q=3;w=60']);
    }
    for (const preview of previews) {
      const refused = await post(limited.url + previewPaths[preview], sound[preview]);
      expectProblem(refused, 'rate_limited');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await call(limited.url + previewPaths[preview])).status).toBe(200);
    }
  } finally {
    await limited.end();
  }
});
