import { expect, test } from 'vitest';
import { envelope, type McpAnswer, newestHeaders, postMcpText } from '../support/mcp.ts';
import { modelRuns } from '../support/model-runs.ts';
import { claim, workOrder } from '../support/previews.ts';
import { type Draw, drawFrom, pick } from '../support/seeded-draw.ts';
import { newStore, startServer } from '../support/server.ts';
import { spoiltText } from '../support/spoilt-json.ts';
import { storedIds } from '../support/stored-requests.ts';

const MESSAGES = modelRuns(2_000).numRuns!;
const AT_ONCE = 8;
const SEED = 19;

const hash = { receipt_hash_sha256: 'a'.repeat(64) };

/** Arguments that each tool takes. */
const inputs: Readonly<Record<string, object>> = {
  searchRecords: { query: 'receipts', where: { 'layers.receipts.level': 'native' }, limit: 2 },
  readRecord: { dataset: 'agent-accountability-map', id: 'erc-8004' },
  readReceipt: hash,
  verifyDocument: { document: { schema: 'service.decision-receipt.schema.v1' } },
  getAnchor: hash,
  previewAnchor: hash,
  getEvidencePack: hash,
  previewDispute: { ...hash, claim },
  previewWorkOrder: workOrder,
  previewRun: { scenario: 'conflicting_evidence' },
};

const templates: readonly ((draw: Draw) => { method: string; params: Record<string, unknown> })[] = [
  (draw) => {
    const name = pick(Object.keys(inputs), draw);
    return { method: 'tools/call', params: { name, arguments: inputs[name] } };
  },
  (draw) => ({
    method: pick(['tools/list', 'resources/list', 'resources/templates/list'], draw),
    params: draw(2) === 0 ? {} : { cursor: pick(['0', '20', 'x'], draw) },
  }),
  (draw) => ({
    method: 'resources/read',
    params: {
      uri: `http://localhost:4321${pick(['/static/status.json', '/nothing', '/specification#section-1'], draw)}`,
    },
  }),
  (draw) => ({ method: pick(['ping', 'server/discover', 'subscriptions/listen', 'initialize'], draw), params: {} }),
];

test(`of ${MESSAGES} messages none makes the service fail, and nothing is stored`, async () => {
  const store = await newStore();
  const server = await startServer({ DATABASE_URL: store });
  const draw = drawFrom(SEED);
  const outcomes = new Map<string, number>();
  let left = MESSAGES;
  const sendAll = async (): Promise<void> => {
    while (left-- > 0) {
      const { method, params } = pick(templates, draw)(draw);
      const isNewest = draw(2) === 0;
      const call = {
        jsonrpc: '2.0',
        id: draw(1_000),
        method,
        params: isNewest ? { ...params, _meta: envelope } : params,
      };
      const name = params['name'] ?? params['uri'];
      const headers = isNewest ? newestHeaders(method, name === undefined ? undefined : String(name)) : {};
      const text = spoiltText(call, draw);
      const { status, text: body, headers: sent } = await postMcpText(server.url, text, headers);
      expect(status, text).toBeLessThan(500);
      let told = String(status);
      if (body !== '') {
        expect(sent.get('content-type'), text).toBe('application/json');
        const { jsonrpc, result, error } = JSON.parse(body) as McpAnswer;
        expect(jsonrpc, text).toBe('2.0');
        expect(error?.code, text).not.toBe(-32603);
        told = result === undefined ? String(error?.code) : result['isError'] === true ? 'refused' : 'answered';
      }
      outcomes.set(told, (outcomes.get(told) ?? 0) + 1);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
    expect(await storedIds(store)).toEqual([]);
    expect(server.output()).not.toContain('request failed');
    for (const told of ['answered', 'refused', '202', '-32600', '-32601', '-32602', '-32700', '-32020'])
      expect(outcomes.get(told), `${told} of ${JSON.stringify([...outcomes])}`).toBeGreaterThan(5);
  } finally {
    await server.end();
  }
});
