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

const send = (preview: Preview, text: string) => postText(server.url + previewPaths[preview], text);

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
