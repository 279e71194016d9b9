import { beforeAll, describe, expect, inject, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { verifyText } from '../../src/domain/verification/verify.ts';
import { messageOf, postRpcText, type RpcAnswer } from '../support/a2a.ts';
import { postText } from '../support/call.ts';
import { envelope, type McpAnswer, newestHeaders, postMcpText } from '../support/mcp.ts';
import { claim, previewPaths, workOrder } from '../support/previews.ts';
import { acceptedReceipt } from '../support/receipts.ts';

const server = { url: inject('site') };
interface Judgement {
  readonly document?: Record<string, unknown> | undefined;
  readonly details?: readonly string[] | undefined;
}

const SLOT = '"slot for the input"';

const overHttp = async (path: string, input: string): Promise<Judgement> => {
  const { status, json } = await postText(server.url + path, input);
  if (status === 200) return { document: json };
  return { details: (json['errors'] as { detail: string }[]).map(({ detail }) => detail) };
};

const overMcp = async (name: string, input: string, newest: boolean): Promise<Judgement> => {
  const params = { name, arguments: JSON.parse(SLOT) as string, ...(newest ? { _meta: envelope } : {}) };
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }).replace(SLOT, () => input);
  const answer = await postMcpText(server.url, text, newest ? newestHeaders('tools/call', name) : {});
  const { isError, structuredContent, content } = (answer.json as unknown as McpAnswer).result as {
    isError?: boolean;
    structuredContent?: Record<string, unknown>;
    content: { text: string }[];
  };
  if (!isError) return { document: structuredContent };
  const { errors } = JSON.parse(content[0]!.text) as { errors: { detail: string }[] };
  return { details: errors.map(({ detail }) => detail) };
};

const overA2a = async (operation: string, input: string): Promise<Judgement> => {
  const params = messageOf([{ data: { operation, input: JSON.parse(SLOT) as string } }]);
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params }).replace(SLOT, () => input);
  const { result, error } = (await postRpcText(server.url, text)).json as unknown as RpcAnswer;
  const message = result?.['message'] as { parts: { data: Record<string, unknown> }[] } | undefined;
  if (message) return { document: message.parts[0]!.data };
  return { details: error!.data[1]!.fieldViolations!.map(({ description }) => description) };
};

const inputs: readonly (readonly [string, string, object])[] = [
  ['previewAnchor', '/api/agent-acceptance-kit/anchor-preview', { receipt: acceptedReceipt }],
  ['previewDispute', previewPaths.dispute, { receipt: acceptedReceipt, claim }],
  ['previewWorkOrder', previewPaths.workOrder, workOrder],
  ['previewRun', previewPaths.run, { work_order: workOrder }],
];
const numbers = ['1.5', '2500e0', '2.5E3', '-0', '-0.0', '1.50'];

describe.each(inputs)('%s', (operation, path, input) => {
  const text = JSON.stringify(input);

  test.each([...numbers.map((number) => `{"x":${number},`), '{"__proto__":{},'])(
    'refuses %s in the same words on every way in',
    async (begin) => {
      const spoilt = begin + text.slice(1);
      const { details } = await overHttp(path, spoilt);
      expect(details).not.toHaveLength(0);
      expect(await overMcp(operation, spoilt, true)).toEqual({ details });
      expect(await overMcp(operation, spoilt, false)).toEqual({ details });
      expect(await overA2a(operation, spoilt)).toEqual({ details });
    },
  );

  test('refuses a whole number written with .0, except over A2A, where 2500.0 is how some clients write 2500', async () => {
    const spoilt = `{"x":2500.0,${text.slice(1)}`;
    const { details } = await overHttp(path, spoilt);
    expect(details![0]).toContain('integers only');
    expect(await overMcp(operation, spoilt, true)).toEqual({ details });
    expect(await overA2a(operation, spoilt)).toEqual(await overHttp(path, `{"x":2500,${text.slice(1)}`));
  });
});

test('a work order as a client in Python sends it over A2A has the hash that it has everywhere', async () => {
  const order = JSON.stringify({ ...workOrder, title: 'Pay 2500.0, not "1.0"' });
  const asDoubles = order.replaceAll(/:(\d+)([,}])/g, ':$1.0$2');
  expect(asDoubles).not.toBe(order);
  const { document } = await overA2a('previewWorkOrder', asDoubles);
  expect(document!['work_order_hash']).toEqual(
    (await overHttp(previewPaths.workOrder, order)).document!['work_order_hash'],
  );
  expect(JSON.stringify(document)).toContain('Pay 2500.0, not \\"1.0\\"');
});

test('numbers of many digits are read once: otherwise each of twenty messages with one would take seconds', async () => {
  const input = `{"x":0.${'1'.repeat(60_000)}}`;
  const { details } = await overHttp(previewPaths.run, input);
  for (let sent = 0; sent < 20; sent += 1) expect(await overA2a('previewRun', input)).toEqual({ details });
  expect(await overMcp('previewRun', input, true)).toEqual({ details });
});

describe('verifyDocument', () => {
  let run: string;
  beforeAll(async () => {
    run = JSON.stringify((await overHttp(previewPaths.run, JSON.stringify({ work_order: workOrder }))).document);
  });
  const spoil = (number: string) => run.replace(/"amount_minor":\d+/, () => `"amount_minor":${number}`);
  const judged = async (text: string) => {
    const { checks } = await verifyText(text, { sha256: sha256Hex });
    return checks.map(({ id, result }) => [id, result]);
  };
  const checksOf = ({ document }: Judgement) =>
    (document!['checks'] as { id: string; result: string }[]).map(({ id, result }) => [id, result]);
  const about = (text: string) => `{"document":${text}}`;

  test.each(['2500', '2500.0', '2500e0', '-0', '2500.5'])(
    'judges a run with the amount %s as the command does',
    async (number) => {
      const text = spoil(number);
      const checks = await judged(text);
      expect(checksOf(await overMcp('verifyDocument', about(text), true))).toEqual(checks);
      expect(checksOf(await overMcp('verifyDocument', about(text), false))).toEqual(checks);
      const sent = number === '2500.0' ? await judged(spoil('2500')) : checks;
      expect(checksOf(await overA2a('verifyDocument', about(text)))).toEqual(sent);
    },
  );

  test('does not pass a run whose amount is written in another way than it was hashed', async () => {
    const amount = /"amount_minor":(\d+)/.exec(run)![1]!;
    const result = checksOf(await overMcp('verifyDocument', about(spoil(`${amount}.0`)), true));
    expect(result).toContainEqual(['canonical_form', 'fail']);
    expect(result).toContainEqual(['hash', 'pass']);
  });
});
