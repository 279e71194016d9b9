import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keysForAccount, readWallet } from '../../src/chain/wallet.ts';
import { simulatedAccount } from '../../src/devnet/account.ts';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import { newFolder } from '../support/server.ts';

const account = simulatedAccount('wallet account', 1, 0n, { keys: 2, threshold: 2 });
const other = simulatedAccount('another account', 2, 0n);

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
const mobile = (...accounts: readonly (typeof account)[]) => ({
  type: 'concordium-mobile-wallet-data',
  v: 1,
  environment: 'testnet',
  value: {
    identities: [
      { name: 'Identity 1', accounts: accounts.map((one) => ({ name: 'Account', ...keysOf(one), credential: {} })) },
      { name: 'Identity 2', accounts: [] },
    ],
    recipients: [],
  },
});
const genesis = { ...keysOf(account), credentials: { v: 0, value: {} }, encryptionSecretKey: 'b0', aci: {} };

const testnet = networkOfSetting('testnet');
const fileWith = async (content: unknown, mode = 0o600): Promise<string> => {
  const file = join(await newFolder(), 'wallet.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
  await chmod(file, mode);
  return file;
};

test.each([
  ['the export of the browser wallet', browser],
  ['the decrypted export of a mobile wallet with one account', mobile(account)],
  ['the keys file of a genesis account', genesis],
])('%s is read', async (_, content) => {
  const wallet = await readWallet(await fileWith(content), testnet);
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
  [
    'an encrypted export',
    { cipherText: SECRET, metadata: {} },
    'wallet_malformed',
    'It is encrypted: decrypt it first.',
  ],
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
  ['several accounts', mobile(account, other), 'wallet_malformed', 'with 2 accounts: keep the one that pays'],
  ['no account', mobile(), 'wallet_malformed', 'with 0 accounts'],
  ['a keys file without keys', { address: account.address }, 'wallet_malformed', 'a keys file of an account, but'],
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
