import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import { simulatedAccount, simulatedWallet } from '../../../src/devnet/account.ts';
import { anchoringSettings } from '../../../src/services/anchoring/anchoring.ts';
import { expectNothingHappened, hashNamed, openWorld, type World } from '../../support/chain-double/world.ts';

const receipt = hashNamed('bad day');

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const nothingHappened = (): Promise<void> => expectNothingHappened(world, receipt);

describe('the gate', () => {
  test.each(['true', '1 ', '01', ' 1', 'yes', '0', ''])(
    'the setting with the value %j does not enable live anchoring',
    async (value) => {
      const { liveAllowed } = anchoringSettings(parseConfig({ AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: value }));
      expect(liveAllowed).toBe(false);
      await expect(world.service({ liveAllowed }).anchor(receipt)).rejects.toMatchObject({
        code: 'live_anchoring_disabled',
      });
      await nothingHappened();
    },
  );
});

describe('wallet failures', () => {
  const written = async (content: string, mode = 0o600): Promise<string> => {
    const file = join(world.folder, 'other-wallet.json');
    await writeFile(file, content, { mode });
    await chmod(file, mode);
    return file;
  };
  const good = () => JSON.stringify(simulatedWallet(world.devnet.accounts[0]!));
  const strangerWithAddress = () =>
    JSON.stringify(
      simulatedWallet({ ...simulatedAccount('somebody else', 9, 0n), address: world.devnet.accounts[0]!.address }),
    );

  test.each([
    ['a file that others can read', () => written(good(), 0o644), 'wallet_not_private'],
    ['a file that is no wallet', () => written('{"signKey":"secret"}'), 'wallet_malformed'],
    ['keys that are not those of the account', () => written(strangerWithAddress()), 'wallet_wrong_key'],
    [
      'an account that the chain does not have',
      () => written(JSON.stringify(simulatedWallet(simulatedAccount('nobody', 9, 0n)))),
      'wallet_unknown_account',
    ],
  ] as const)('%s is refused by name, spends and stores nothing', async (_, file, reason) => {
    const service = world.service({ chain: world.chain(await file()) });
    await expect(service.anchor(receipt)).rejects.toMatchObject({ code: 'chain_not_configured', members: { reason } });
    expect((await service.preview(receipt)).reasons.map(({ code }) => code)).toEqual([reason]);
    await nothingHappened();
  });
});
