import { describe, expect, test } from 'vitest';
import { postText } from '../support/call.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { claim, previewPaths, runItem, workOrder } from '../support/previews.ts';
import { expectProblem } from '../support/problem.ts';
import { acceptedReceipt } from '../support/receipts.ts';

const server = await serviceHere();

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
