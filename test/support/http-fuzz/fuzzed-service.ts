import { openDevnet } from '../../../src/devnet/devnet.ts';
import { ADMIN_TOKEN, anchoringOn } from '../chain-double/settings.ts';
import { ratesFor } from '../chain-double/world.ts';
import { newStore, startServer } from '../server.ts';
import { storedIds } from '../stored-requests.ts';
import { fuzz, type Fuzzed } from './fuzz.ts';

/** A fee with which the budget covers some of the anchors that are asked for. */
const FEE = 500_000n;

/** Fuzzes a built service that anchors on a simulation, whose node is away now and then. */
export const fuzzService = async (requests: number, seed: number): Promise<Fuzzed & { readonly stored: string[] }> => {
  const devnet = await openDevnet({ blockEveryMs: 50, rates: ratesFor(FEE) });
  const store = await newStore();
  const settings = { ...(await anchoringOn(devnet)), DATABASE_URL: store, TRUSTED_PROXY_HOPS: '1' };
  const server = await startServer(settings);
  try {
    const fuzzed = await fuzz({
      url: server.url,
      token: ADMIN_TOKEN,
      requests,
      seed,
      meanwhile: (number) => (devnet.failures.unavailable = number % 4_000 > 3_000),
    });
    const failed = server.output().includes('request failed') ? [`the log has a failure:\n${server.output()}`] : [];
    return { ...fuzzed, problems: [...fuzzed.problems, ...failed], stored: await storedIds(store) };
  } finally {
    devnet.failures.unavailable = false;
    await server.end();
    await devnet.close();
  }
};
