import { afterAll, expect, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { messageOf, rpc } from '../support/a2a.ts';
import { call, postText } from '../support/call.ts';
import { mcp } from '../support/mcp.ts';
import { previewPaths } from '../support/previews.ts';
import { expectProblem } from '../support/problem.ts';
import { startServer } from '../support/server.ts';

const TOKEN = 'a-token-for-this-test';
const BYTES = 65_536;

const server = await startServer({ ADMIN_TOKEN_SHA256: sha256Hex(TOKEN) });
afterAll(() => server.end());

const paths = [
  ...[previewPaths.dispute, previewPaths.workOrder, previewPaths.run],
  '/api/agent-acceptance-kit/anchor-preview',
  '/api/agent-acceptance-kit/anchor-live',
  '/api/intake',
];

/** As many of these as fit into 64 KiB behind what stands first. */
const filled = (first: string, item: string): string => {
  const left = BYTES - first.length;
  return first + Array.from({ length: Math.floor(left / (item.length + 1)) }, () => item).join();
};

const attacks = {
  'many faults below many levels': filled('['.repeat(5_000), '-0'),
  'many numbers without end': filled('[', '1e999'),
  'many faults below long names': filled(`{"${'n'.repeat(64)}":`.repeat(62) + '[', '1e999'),
};

test.each(Object.entries(attacks))(
  '%s: refused briefly by every operation, while others are answered',
  async (_, body) => {
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(BYTES);
    for (const path of paths) {
      const [refused, health] = await Promise.all([
        postText(server.url + path, body, { authorization: `Bearer ${TOKEN}` }),
        call(`${server.url}/healthz`),
      ]);
      expectProblem(refused, 'malformed_json');
      expect(Buffer.byteLength(refused.text)).toBeLessThan(BYTES);
      expect(health.status).toBe(200);
    }
  },
);

test.each(['datasets', 'skills', 'supportedInterfaces'])(
  'a document with many items in %s is refused before it is verified, over A2A and MCP alike',
  async (member) => {
    const document = { [member]: Array.from({ length: 15_000 }, () => ({})) };
    const parts = [{ data: { operation: 'verifyDocument', input: { document } } }];
    const asked = await rpc(server.url, 'SendMessage', messageOf(parts));
    expect(asked.error).toMatchObject({ code: -32700 });
    expect(
      (await mcp(server.url, 'tools/call', { name: 'verifyDocument', arguments: { document } })).error,
    ).toMatchObject({
      code: -32700,
      data: { errors: [{ code: 'too_many_values' }] },
    });
  },
);

test('the many problems of many items are counted and not told', async () => {
  const body = `{"evidence_items":[${Array.from({ length: 300 }, () => '{"sha256":0,"uri":0}').join()}]}`;
  const refused = await postText(server.url + previewPaths.dispute, body);
  expect(expectProblem(refused, 'invalid_request')).toHaveLength(101);
  expect(refused.json['errors']).toHaveProperty('100.code', 'more');
  expect(Buffer.byteLength(refused.text)).toBeLessThan(BYTES);
});
