import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { expectNothingStored, KIT, live, preview, reasonsOf } from '../support/anchor-requests.ts';
import { type Answer, call, post, postText } from '../support/call.ts';
import { ADMIN_TOKEN, anchoringOn, asAdmin } from '../support/chain-double/settings.ts';
import { hashNamed, ratesFor } from '../support/chain-double/world.ts';
import { type HostedService, hostService } from '../support/hosted-service.ts';
import { expectProblem } from '../support/problem.ts';
import { BUILT_SERVER, newFolder, runToEnd } from '../support/server.ts';

describe('the gate of live anchoring', () => {
  let devnet: Devnet;
  let servers: Awaited<ReturnType<typeof startAll>>;
  /** Services each of which lacks something, so that a call gets no further than that. */
  const startAll = async () => {
    const { AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: on, ...chain } = await anchoringOn(devnet);
    const { CONCORDIUM_WALLET_FILE: _, ...withoutWallet } = chain;
    const { ADMIN_TOKEN_SHA256, ...withoutToken } = chain;
    const allow = (value: string) => ({ AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: value });
    const [nothingLeft, elsewhere, noWallet, noChain, neither, noToken, off] = await Promise.all([
      hostService({ ...chain, ...allow(on) }),
      hostService({ ...chain, ...allow(on), CONCORDIUM_NETWORK: `genesis:${'0'.repeat(64)}` }),
      hostService({ ...withoutWallet, ...allow(on) }),
      hostService({ ADMIN_TOKEN_SHA256, ...allow(on) }),
      hostService({ ADMIN_TOKEN_SHA256, ...allow('01') }),
      hostService({ ...withoutToken, ...allow('1 ') }),
      hostService({ ...chain, ...allow('true'), TRUSTED_PROXY_HOPS: '1' }),
    ]);
    return { nothingLeft, elsewhere, noWallet, noChain, neither, noToken, off };
  };
  beforeAll(async () => {
    devnet = await openDevnet({ rates: ratesFor(6_000_000n) });
    servers = await startAll();
  });
  afterAll(async () => {
    await Promise.all(Object.values(servers).map((server) => server.end()));
    await devnet.close();
  });
  const named = ({ json }: Answer) => ({ ...json, instance: '', request_id: '' });
  const hash = hashNamed('gate');

  test('gives the same 401 for a missing or wrong token and where none is configured, whatever else is amiss', async () => {
    const refusals: unknown[] = [];
    const { nothingLeft, neither, noToken } = servers;
    for (const server of [nothingLeft, neither, noToken]) {
      const url = `${server.url}${KIT}/anchor-live`;
      for (const answer of [
        await live(server, hash, {}),
        await live(server, hash, { authorization: 'Bearer a-wrong-token' }),
        await live(server, hash, { authorization: `Basic ${ADMIN_TOKEN}` }),
        await post(url, { nonsense: true }, { authorization: 'Bearer' }),
        await postText(url, '{', {}),
        await call(url, { method: 'POST', body: 'text' }),
      ]) {
        expectProblem(answer, 'unauthorised');
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        refusals.push(named(answer));
      }
    }
    const answer = await live(noToken, hash);
    expectProblem(answer, 'unauthorised');
    refusals.push(named(answer));
    expect(new Set(refusals.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  test('asks for the setting before the chain, for the chain before the budget', async () => {
    const { neither, noChain, noWallet, nothingLeft, elsewhere } = servers;
    expectProblem(await live(neither, hash), 'live_anchoring_disabled');
    expectProblem(await post(`${neither.url}${KIT}/anchor-live`, {}, asAdmin), 'invalid_request');
    expect(reasonsOf(await preview(neither, { receipt_hash_sha256: hash }))).toEqual([
      'live_anchoring_disabled',
      'chain_not_configured',
      'wallet_not_set',
    ]);
    const withoutChain = await live(noChain, hash);
    expectProblem(withoutChain, 'chain_not_configured');
    expect(withoutChain.headers.get('retry-after')).toMatch(/^\d+$/);
    const withoutWallet = await live(noWallet, hash);
    expectProblem(withoutWallet, 'chain_not_configured');
    expect(withoutWallet.json['reason']).toBe('wallet_not_set');
    expectProblem(await live(nothingLeft, hash), 'budget_exhausted');
    expect(reasonsOf(await preview(nothingLeft, { receipt_hash_sha256: hash }))).toEqual(['budget_exhausted']);
    const withOtherChain = await live(elsewhere, hash);
    expectProblem(withOtherChain, 'chain_unavailable');
    expect(withOtherChain.json['reason']).toBe('wrong_network');
    expect(devnet.chain.transactions()).toEqual([]);
  });

  test('names what is wrong with the files of this machine, whether or not the node answers', async () => {
    const folder = await newFolder();
    const empty = join(folder, 'empty.json');
    await writeFile(empty, '', { mode: 0o644 });
    const CONCORDIUM_GRPC_URL = 'http://127.0.0.1:1';
    const headersMissing = { CONCORDIUM_GRPC_HEADERS_FILE: join(folder, 'no headers') };
    const [away, unread, none] = await Promise.all([
      hostService({ CONCORDIUM_GRPC_URL, CONCORDIUM_WALLET_FILE: empty }),
      hostService({ CONCORDIUM_GRPC_URL, ...headersMissing, CONCORDIUM_WALLET_FILE: join(folder, 'no wallet') }),
      hostService({ CONCORDIUM_WALLET_FILE: empty }),
    ]);
    const reasons = async (server: HostedService) => {
      const answer = await preview(server, { receipt_hash_sha256: hash });
      expect(answer.text).not.toContain(folder);
      const [token, setting, ...rest] = reasonsOf(answer);
      expect([token, setting]).toEqual(['admin_token_not_set', 'live_anchoring_disabled']);
      return rest;
    };
    onTestFinished(async () => void (await Promise.all([away, unread, none].map((server) => server.end()))));
    expect(await reasons(away)).toEqual(['node_unavailable', 'wallet_not_private']);
    expect(await reasons(unread)).toEqual(['headers_file_unusable', 'wallet_missing']);
    expect(await reasons(none)).toEqual(['chain_not_configured', 'wallet_not_private']);
  });

  test('does not start with live anchoring on and a file that cannot be used, and says so in the log with it off', async () => {
    const folder = await newFolder();
    const wallet = join(folder, 'wallet.json');
    await writeFile(wallet, '{}', { mode: 0o644 });
    const settings = {
      CONCORDIUM_GRPC_HEADERS_FILE: join(folder, 'no headers'),
      CONCORDIUM_WALLET_FILE: wallet,
      DATABASE_URL: `file:${join(folder, 'service.db')}`,
    };
    const wrong = [
      /The file that CONCORDIUM_GRPC_HEADERS_FILE names cannot be used: .*There is no such file\./,
      /The wallet file is not private\..*\(CONCORDIUM_WALLET_FILE\)/,
    ];
    const on = { ...settings, AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: '1' };
    const { code, stdout, stderr } = await runToEnd(BUILT_SERVER, [], on);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    for (const line of wrong) expect(stderr).toMatch(line);
    expect(stderr).toContain('live anchoring is on (AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA)');
    expect(await readdir(folder)).toEqual(['wallet.json']);
    const off = await hostService(settings);
    for (const line of wrong) expect(off.output()).toMatch(line);
    for (const file of [wallet, 'no headers']) expect(stderr + off.output()).not.toContain(file);
    await off.end();
  });

  test('takes the settings "true", "1 " and "01" for switched off', async () => {
    const { off, noToken, neither } = servers;
    for (const server of [off, noToken, neither]) {
      expect(reasonsOf(await preview(server, { receipt_hash_sha256: hash }))).toContain('live_anchoring_disabled');
      expect((await call(`${server.url}/api/snapshot`)).json['runtime']).toMatchObject({
        live_anchoring_enabled: false,
      });
    }
    for (const server of [off, neither]) expectProblem(await live(server, hash), 'live_anchoring_disabled');
    expect((await call(`${servers.nothingLeft.url}/api/snapshot`)).json['runtime']).toMatchObject({
      live_anchoring_enabled: true,
    });
  });

  test('stops listening to a client that sends wrong tokens, even with the right one, and to no other', async () => {
    const { off: server } = servers;
    const wrong = { authorization: 'Bearer a-wrong-token', 'x-forwarded-for': '192.0.2.1' };
    const answers = await Promise.all(Array.from({ length: 30 }, () => live(server, hash, wrong)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 401)) {
      expectProblem(answer, 'rate_limited');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const refused = await live(server, hash, { ...asAdmin, 'x-forwarded-for': '192.0.2.1' });
    expectProblem(refused, 'rate_limited');
    expect(refused.json['detail']).toMatch(/^This client sent a wrong credential 20 times within 60 seconds/);
    expectProblem(await live(server, hash, { ...asAdmin, 'x-forwarded-for': '192.0.2.2' }), 'live_anchoring_disabled');
    await expect.poll(() => server.output().match(/administrator credential refused/g)).toHaveLength(20);
    expect(server.output()).not.toContain('192.0.2.1');
    expect(server.output()).not.toContain('a-wrong-token');
  });

  test('stores nothing and binds no money, whatever it refused', async () => {
    for (const server of Object.values(servers)) await expectNothingStored(server);
    expect(devnet.chain.transactions()).toEqual([]);
  });
});
