import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keysForAccount, readWallet } from '../../src/chain/wallet.ts';
import { simulatedAccount } from '../../src/devnet/account.ts';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import { newFolder } from '../support/server.ts';

const account = simulatedAccount('wallet account', 1, 0n, { keys: 2, threshold: 2 });

const keysOf = ({ keys, threshold, address }: typeof account) => ({
  address,
  accountKeys: { keys: { 0: { keys: Object.fromEntries(keys.map((key, at) => [at, key])), threshold } }, threshold: 1 },
});
const browser = {
  type: 'concordium-browser-wallet-account',
  v: 0,
  environment: 'testnet',
  value: { ...keysOf(account), credentials: { 0: 'a0' } },
};
const testnet = networkOfSetting('testnet');
const fileWith = async (content: unknown, mode = 0o600): Promise<string> => {
  const file = join(await newFolder(), 'wallet.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
  await chmod(file, mode);
  return file;
};

test('the export of the browser wallet is read', async () => {
  const wallet = await readWallet(await fileWith(browser), testnet);
  expect(wallet.address).toBe(account.address);
  const onChain = { threshold: 2, verifyKeys: new Map(account.keys.map(({ verifyKey }, at) => [at, verifyKey])) };
  expect(keysForAccount(wallet, { threshold: 1, credentials: new Map([[0, onChain]]) })).toEqual({
    0: Object.fromEntries(account.keys.map(({ signKey }, at) => [at, signKey])),
  });
});

const without = (member: string) => {
  const value: Record<string, unknown> = { ...browser.value };
  delete value[member];
  return { ...browser, value };
};
const SECRET = account.keys[0]!.signKey;
const withKey = (signKey: string) => ({
  ...browser,
  value: { ...browser.value, accountKeys: { keys: { 0: { keys: { 0: { signKey } } } } } },
});

test.each([
  ['text that is not JSON', `signKey = ${SECRET}`, 'wallet_malformed', 'It is not JSON.'],
  ['another JSON value', [SECRET], 'wallet_malformed', 'Expected the export of the browser wallet'],
  ['another type', { ...browser, type: SECRET }, 'wallet_malformed', 'Expected the export of the browser wallet'],
  ['another version', { ...browser, v: 1 }, 'wallet_malformed', 'member v is missing or has another form'],
  ['no address', without('address'), 'wallet_malformed', 'member value.address is missing'],
  ['no keys', without('accountKeys'), 'wallet_malformed', 'member value.accountKeys is missing'],
  [
    'an address with a wrong checksum',
    { ...browser, value: { ...browser.value, address: account.address.replace(/..$/, '11') } },
    'wallet_malformed',
    'member value.address is not the address of an account',
  ],
  [
    'a key that is cut off',
    withKey(SECRET.slice(1)),
    'wallet_malformed',
    'member value.accountKeys.keys.0.keys.0.signKey is not 64 hexadecimal digits',
  ],
  ['another network', { ...browser, environment: 'mainnet' }, 'wallet_wrong_network', 'a different network'],
])('a file with %s is refused with what is wrong, without anything of it', async (_, content, code, reason) => {
  const file = await fileWith(content);
  const failure = await readWallet(file, testnet).catch((thrown: Error) => thrown);
  expect(failure).toMatchObject({ code, message: expect.stringContaining(reason) });
  const said = `${String(failure)} ${(failure as Error).stack}`;
  expect(said).not.toContain(SECRET.slice(1));
  expect(said).not.toContain(file);
});

test('a file that is missing, readable by others, no file or too large is refused with what is wrong', async () => {
  const folder = await newFolder();
  const cases = [
    [join(folder, 'nowhere.json'), 'There is no such file.'],
    [await fileWith(browser, 0o640), 'set its mode to 600'],
    [folder, 'It is not a file.'],
    [await fileWith(' '.repeat(1_048_577)), 'It is larger than'],
  ] as const;
  for (const [file, reason] of cases) await expect(readWallet(file, testnet)).rejects.toThrow(reason);
  await expect(readWallet(undefined, testnet)).rejects.toThrow('CONCORDIUM_WALLET_FILE is not set.');
});
