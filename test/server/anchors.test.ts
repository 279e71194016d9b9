import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { expectNothingStored, KIT, live, lookUp, preview, reasonsOf } from '../support/anchor-requests.ts';
import { call, post } from '../support/call.ts';
import { startDevnet } from '../support/chain-double/devnet-process.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { acceptedReceipt, shippedReceipts } from '../support/receipts.ts';
import { newFolder, runToEnd } from '../support/server.ts';

const SITE = 'http://localhost:4321';

describe('from nothing to a final anchor, with the documented commands', () => {
  let devnet: Awaited<ReturnType<typeof startDevnet>>;
  let server: HostedService;
  let token: string;
  const hash = receiptHash(acceptedReceipt);

  beforeAll(async () => {
    devnet = await startDevnet();
    token = randomBytes(32).toString('hex');
    server = await hostService({ ...devnet.settings, ADMIN_TOKEN_SHA256: sha256Hex(token) });
  });
  afterAll(async () => {
    await server.end();
    await devnet.stop();
  });

  test('the preview of a receipt gives its hash, the exact bytes and the cost, and would go ahead', async () => {
    const answer = await preview(server, { receipt: acceptedReceipt });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.json).toMatchObject({
      receipt_hash_sha256: hash,
      simulation: true,
      registered_bytes_hex: `7840${Buffer.from(hash).toString('hex')}`,
      registered_bytes_length: 66,
      energy: 529,
      cost: { rate_status: 'read_from_chain', microccd: '10580', reservation_microccd: '13225' },
      budget: { left_microccd: '5000000' },
      would_go_ahead: true,
      reasons: [],
      anchor: null,
    });
    await expectNothingStored(server);
  });

  test('the receipt is anchored, becomes final, and is found by its hash in either case', async () => {
    const answer = await post(
      `${server.url}${KIT}/anchor-live`,
      { receipt: acceptedReceipt },
      { authorization: `Bearer ${token}` },
    );
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`${SITE}${KIT}/anchors/${hash}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.json).toMatchObject({ receipt_hash_sha256: hash, origin: 'this_service', simulation: true });
    await expect.poll(async () => (await lookUp(server, hash)).json['state'], { timeout: 20_000 }).toBe('finalized');
    const found = await lookUp(server, hash.toUpperCase());
    expect(found.headers.get('cache-control')).toBe('public, max-age=5');
    expect(found.json).toMatchObject({
      receipt_hash_sha256: hash,
      seen_finalized: true,
      network: expect.stringMatching(/^simulation:/),
      energy: 529,
      cost: { charged_microccd: '10580', reserved_microccd: '0' },
      problem: null,
    });
    const unchanged = await call(`${server.url}${KIT}/anchors/${hash}`, {
      headers: { 'if-none-match': found.headers.get('etag')! },
    });
    expect(unchanged.status).toBe(304);
  });

  test('the snapshot, the manifest and the preview show it', async () => {
    expect((await call(`${server.url}/api/snapshot`)).json['runtime']).toMatchObject({
      live_anchoring_enabled: true,
      stored_anchor_count: 1,
      chain_spend_microccd: '10580',
    });
    expect((await call(`${server.url}${KIT}/manifest`)).json).toMatchObject({
      stored_anchor_count: 1,
      stored_anchors_by_state: { prepared: 0, submitted: 0, finalized: 1, failed: 0, expired: 0 },
      budget: { spent_microccd: '10580', reserved_microccd: '0', left_microccd: '4989420' },
    });
    const again = await preview(server, { receipt_hash_sha256: hash });
    expect(again.json).toMatchObject({ would_go_ahead: false, anchor: `${SITE}${KIT}/anchors/${hash}` });
    expect(reasonsOf(again)).toEqual(['already_known']);
  });

  test('a second call gets the record and spends nothing', async () => {
    const again = await post(
      `${server.url}${KIT}/anchor-live`,
      { receipt: acceptedReceipt },
      { authorization: `Bearer ${token}` },
    );
    expect(again.status).toBe(200);
    expect(again.json).toEqual((await lookUp(server, hash)).json);
    expect((await call(`${server.url}/api/snapshot`)).json['runtime']).toMatchObject({ chain_spend_microccd: '10580' });
  });

  test('the evidence pack contains it, and the verifier confirms it at the node', async () => {
    const pack = await call(`${server.url}/api/adjudicator/evidence/agent-acceptance/${hash}`);
    expect(pack.json['concordium_proofs']).toMatchObject({
      anchor_state: 'finalized',
      anchor: { seen_finalized: true },
    });
    const file = join(await newFolder(), 'evidence-pack.json');
    await writeFile(file, pack.text);
    const node = devnet.settings['CONCORDIUM_GRPC_URL']!;
    const { code, stdout } = await runToEnd('cli/verify.ts', [file, '--node', node]);
    for (const id of ['finalized', 'register_data', 'sender', 'exact_bytes', 'hash'])
      expect(stdout).toMatch(new RegExp(`^pass +${id} `, 'm'));
    expect(stdout).toMatch(/^unverified +network +The node is a SIMULATION/m);
    expect(code).toBe(2);
  });

  test('a caller who prefers to wait gets 201 with the final record', async () => {
    const other = receiptHash(shippedReceipts['demonstration-rejected']!);
    const answer = await live(server, other, { authorization: `Bearer ${token}`, prefer: 'respond-async, wait=20' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('preference-applied')).toBe('wait=20');
    expect(answer.headers.get('location')).toBe(`${SITE}${KIT}/anchors/${other}`);
    expect(answer.json).toMatchObject({ receipt_hash_sha256: other, state: 'finalized', seen_finalized: true });
  });
});
