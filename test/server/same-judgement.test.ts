import { expect, inject, test } from 'vitest';
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

test.each(inputs)('%s refuses a fraction in the same words on every way in', async (operation, path, input) => {
  const spoilt = `{"x":1.5,${JSON.stringify(input).slice(1)}`;
  const { details } = await overHttp(path, spoilt);
  expect(details).not.toHaveLength(0);
  expect(await overMcp(operation, spoilt, true)).toEqual({ details });
  expect(await overMcp(operation, spoilt, false)).toEqual({ details });
  expect(await overA2a(operation, spoilt)).toEqual({ details });
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

test.each(['2500', '2500.5'])('verifyDocument judges a run with the amount %s as the command does', async (number) => {
  const { document } = await overHttp(previewPaths.run, JSON.stringify({ work_order: workOrder }));
  const text = JSON.stringify(document).replace(/"amount_minor":\d+/, () => `"amount_minor":${number}`);
  const resultsOf = (checks: readonly { id: string; result: string }[]) => checks.map(({ id, result }) => [id, result]);
  const { checks } = await verifyText(text, { sha256: sha256Hex });
  const about = `{"document":${text}}`;
  for (const judged of [
    await overMcp('verifyDocument', about, true),
    await overMcp('verifyDocument', about, false),
    await overA2a('verifyDocument', about),
  ])
    expect(resultsOf(judged.document!['checks'] as typeof checks)).toEqual(resultsOf(checks));
});
