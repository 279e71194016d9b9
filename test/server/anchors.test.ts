import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { receiptHash } from '../../src/domain/receipts/receipt-hash.ts';
import { type Answer, call, post, postText } from '../support/call.ts';
import { startDevnet } from '../support/chain-double/devnet-process.ts';
import { ADMIN_TOKEN, anchoringOn, asAdmin } from '../support/chain-double/settings.ts';
import { hashNamed, ratesFor } from '../support/chain-double/world.ts';
import { expectProblem } from '../support/problem.ts';
import { acceptedReceipt, shippedReceipts } from '../support/receipts.ts';
import { newFolder, type RunningServer, runToEnd, startServer } from '../support/server.ts';

const KIT = '/api/agent-acceptance-kit';
const SITE = 'http://localhost:4321';

const live = (
  server: RunningServer,
  hash: string,
  headers: Readonly<Record<string, string>> = asAdmin,
): Promise<Answer> => post(`${server.url}${KIT}/anchor-live`, { receipt_hash_sha256: hash }, headers);
const lookUp = (server: RunningServer, hash: string): Promise<Answer> => call(`${server.url}${KIT}/anchors/${hash}`);
const preview = (server: RunningServer, body: unknown): Promise<Answer> =>
  post(`${server.url}${KIT}/anchor-preview`, body);
const reasonsOf = ({ json }: Answer): string[] => (json['reasons'] as { code: string }[]).map(({ code }) => code);

const expectNothingStored = async (server: RunningServer): Promise<void> => {
  const { json } = await call(`${server.url}${KIT}/manifest`);
  expect(json).toMatchObject({ stored_anchor_count: 0, budget: { spent_microccd: '0', reserved_microccd: '0' } });
};

describe('from nothing to a final anchor, with the commands that a newcomer is told', () => {
  let devnet: Awaited<ReturnType<typeof startDevnet>>;
  let server: RunningServer;
  let token: string;
  const hash = receiptHash(acceptedReceipt);

  beforeAll(async () => {
    devnet = await startDevnet();
    const made = await runToEnd('cli/admin-token.ts', []);
    token = /^[\w-]{43}$/m.exec(made.stdout)![0];
    const tokenHash = /^ADMIN_TOKEN_SHA256=([0-9a-f]{64})$/m.exec(made.stdout)![1]!;
    server = await startServer({ ...devnet.settings, ADMIN_TOKEN_SHA256: tokenHash });
  });
  afterAll(async () => {
    await server.stop();
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

  test('the snapshot, the manifest and the preview tell of it', async () => {
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

  test('the evidence pack tells of it, and the verifier has it borne out by the node', async () => {
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

describe('what is asked', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());
  const hash = hashNamed('asked');

  test.each([
    ['neither a receipt nor a hash', {}, [' rule']],
    ['both', { receipt: acceptedReceipt, receipt_hash_sha256: hash }, [' rule']],
    [
      'both, each wrong in itself',
      { receipt: {}, receipt_hash_sha256: 'x' },
      expect.arrayContaining([' rule', '/receipt/reason missing', '/receipt_hash_sha256 wrong_format']),
    ],
    ['a member that the request does not have', { receipt_hash_sha256: hash, network: 'mainnet' }, [' unknown_member']],
    [
      'a member that a receipt does not have',
      { receipt: { ...acceptedReceipt, note: '' } },
      ['/receipt unknown_member'],
    ],
    ['a hash in capitals', { receipt_hash_sha256: hash.toUpperCase() }, ['/receipt_hash_sha256 wrong_format']],
    [
      'a receipt that states another hash',
      { receipt: { ...acceptedReceipt, receipt_hash_sha256: hash } },
      ['/receipt/receipt_hash_sha256 hash_mismatch'],
    ],
    ['a list', [], [' wrong_type']],
  ])('must not be %s', async (_, body, problems) => {
    expect(expectProblem(await preview(server, body), 'invalid_request')).toEqual(problems);
  });

  test('must hold integers only, since it is hashed', async () => {
    const body = `{"receipt_hash_sha256":"${hash}","amount":1.5}`;
    expect(expectProblem(await postText(`${server.url}${KIT}/anchor-preview`, body), 'malformed_json')).toEqual([
      '/amount not_an_integer',
    ]);
  });

  test.each(['abc', `${hash}0`, hash.replace(/./, 'g'), '%00'])(
    'as a hash in the address must have 64 hexadecimal digits, not be %s',
    async (text) => {
      expect(expectProblem(await lookUp(server, text), 'invalid_hash')).toEqual([' wrong_format']);
    },
  );

  test('and is not known is answered with 404', async () => {
    expectProblem(await lookUp(server, hash), 'not_found');
  });

  test('may be asked by scripts of other sites, but for live anchoring', async () => {
    for (const [name, allowed] of [
      ['anchor-preview', '*'],
      ['manifest', '*'],
      [`anchors/${hash}`, '*'],
      ['anchor-live', null],
    ] as const) {
      const preflight = await call(`${server.url}${KIT}/${name}`, { method: 'OPTIONS' });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin'), name).toBe(allowed);
    }
  });
});

describe('the gate of live anchoring', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await openDevnet({ rates: ratesFor(6_000_000n) });
  });
  afterAll(() => devnet.close());

  const withServer = async (
    settings: Readonly<Record<string, string>>,
    use: (server: RunningServer) => Promise<void>,
  ): Promise<void> => {
    const server = await startServer(settings);
    try {
      await use(server);
      await expectNothingStored(server);
    } finally {
      await server.stop();
    }
  };
  const named = ({ json }: Answer) => ({ ...json, instance: '', request_id: '' });

  test('gives the same 401 for a missing or wrong token and where none is configured, whatever else is amiss', async () => {
    const { ADMIN_TOKEN_SHA256, ...others } = await anchoringOn(devnet);
    const refusals: unknown[] = [];
    const ask = async (server: RunningServer): Promise<void> => {
      const url = `${server.url}${KIT}/anchor-live`;
      for (const answer of [
        await live(server, hashNamed('gate'), {}),
        await live(server, hashNamed('gate'), { authorization: 'Bearer a-wrong-token' }),
        await live(server, hashNamed('gate'), { authorization: `Basic ${ADMIN_TOKEN}` }),
        await post(url, { nonsense: true }, { authorization: 'Bearer' }),
        await postText(url, '{', {}),
        await call(url, { method: 'POST', body: 'text' }),
      ]) {
        expectProblem(answer, 'unauthorised');
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        refusals.push(named(answer));
      }
    };
    await withServer({ ...others, ADMIN_TOKEN_SHA256 }, ask);
    await withServer({ ADMIN_TOKEN_SHA256 }, ask);
    await withServer(others, async (server) => {
      await ask(server);
      const answer = await live(server, hashNamed('gate'));
      expectProblem(answer, 'unauthorised');
      refusals.push(named(answer));
    });
    expect(new Set(refusals.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  test('asks for the setting before the chain, for the chain before the budget', async () => {
    const { AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: on, CONCORDIUM_WALLET_FILE, ...others } = await anchoringOn(devnet);
    const { ADMIN_TOKEN_SHA256 } = others;
    const setting = { AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: on };
    const hash = hashNamed('gate');
    await withServer({ ADMIN_TOKEN_SHA256 }, async (server) => {
      expectProblem(await live(server, hash), 'live_anchoring_disabled');
      expectProblem(await post(`${server.url}${KIT}/anchor-live`, {}, asAdmin), 'invalid_request');
      expect(reasonsOf(await preview(server, { receipt_hash_sha256: hash }))).toEqual([
        'live_anchoring_disabled',
        'chain_not_configured',
      ]);
    });
    await withServer({ ADMIN_TOKEN_SHA256, ...setting }, async (server) => {
      const answer = await live(server, hash);
      expectProblem(answer, 'chain_not_configured');
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    });
    await withServer({ ...others, ...setting }, async (server) => {
      const answer = await live(server, hash);
      expectProblem(answer, 'chain_not_configured');
      expect(answer.json['reason']).toBe('wallet_not_set');
    });
    await withServer({ ...others, ...setting, CONCORDIUM_WALLET_FILE }, async (server) => {
      expectProblem(await live(server, hash), 'budget_exhausted');
      expect(reasonsOf(await preview(server, { receipt_hash_sha256: hash }))).toEqual(['budget_exhausted']);
    });
    await withServer(
      { ...others, ...setting, CONCORDIUM_WALLET_FILE, CONCORDIUM_NETWORK: 'testnet' },
      async (server) => {
        const answer = await live(server, hash);
        expectProblem(answer, 'chain_unavailable');
        expect(answer.json['reason']).toBe('wrong_network');
      },
    );
    expect(devnet.chain.transactions()).toEqual([]);
  });

  test.each(['true', '1 ', '01'])('takes the setting %j for switched off', async (value) => {
    await withServer(
      { ...(await anchoringOn(devnet)), AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: value },
      async (server) => {
        expectProblem(await live(server, hashNamed('variant')), 'live_anchoring_disabled');
        expect((await call(`${server.url}/api/snapshot`)).json['runtime']).toMatchObject({
          live_anchoring_enabled: false,
        });
      },
    );
  });

  test('stops listening to a client that sends wrong tokens, even with the right one, and to no other', async () => {
    const settings = { ADMIN_TOKEN_SHA256: (await anchoringOn(devnet)).ADMIN_TOKEN_SHA256, TRUSTED_PROXY_HOPS: '1' };
    await withServer(settings, async (server) => {
      const wrong = { authorization: 'Bearer a-wrong-token', 'x-forwarded-for': '192.0.2.1' };
      const answers = await Promise.all(Array.from({ length: 30 }, () => live(server, hashNamed('guess'), wrong)));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
      for (const answer of answers.filter(({ status }) => status !== 401)) {
        expectProblem(answer, 'rate_limited');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expectProblem(
        await live(server, hashNamed('guess'), { ...asAdmin, 'x-forwarded-for': '192.0.2.1' }),
        'rate_limited',
      );
      expectProblem(
        await live(server, hashNamed('guess'), { ...asAdmin, 'x-forwarded-for': '192.0.2.2' }),
        'live_anchoring_disabled',
      );
      expect(server.output().match(/administrator credential refused/g)).toHaveLength(20);
      expect(server.output()).not.toContain('192.0.2.1');
      expect(server.output()).not.toContain('a-wrong-token');
    });
  });
});
