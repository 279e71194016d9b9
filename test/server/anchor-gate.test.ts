import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { expectNothingStored, KIT, live, preview, reasonsOf } from '../support/anchor-requests.ts';
import { type Answer, call, post, postText } from '../support/call.ts';
import { ADMIN_TOKEN, anchoringOn, asAdmin } from '../support/chain-double/settings.ts';
import { hashNamed, ratesFor } from '../support/chain-double/world.ts';
import { expectProblem } from '../support/problem.ts';
import { type RunningServer, startServer } from '../support/server.ts';

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
