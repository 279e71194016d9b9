import { createPrivateKey, createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { ChainFailure, type ChainFailureCode } from '../domain/anchors/chain-failure.ts';
import { isConcordiumAccount } from '../domain/chains/concordium-reference.ts';
import type { ChainNetwork } from '../domain/chains/network.ts';
import { type PrivateFile, readPrivateFile } from '../private-file.ts';

const Hex32 = z.string().regex(/^[0-9a-f]{64}$/);
const Indexed = <Schema extends z.ZodType>(schema: Schema) => z.record(z.string().regex(/^\d{1,3}$/), schema);

/** The members read from a wallet export of the browser wallet or concordium-client. */
const WalletExport = z.object({
  environment: z.string(),
  value: z.object({
    address: z.string().refine(isConcordiumAccount),
    accountKeys: z.object({ keys: Indexed(z.object({ keys: Indexed(z.object({ signKey: Hex32 })) })) }),
  }),
});

/** Credential index → key index → signing key (hexadecimal). Secret: never logged, never in a message. */
export type SigningKeys = Record<number, Record<number, string>>;

/** The account of a wallet file and its keys. */
export interface Wallet {
  readonly address: string;
  readonly keys: SigningKeys;
}

/** The keys of an account on the chain. */
export interface AccountKeys {
  readonly threshold: number;
  readonly credentials: ReadonlyMap<
    number,
    { readonly threshold: number; readonly verifyKeys: ReadonlyMap<number, string> }
  >;
}

const LARGEST_WALLET_BYTES = 1_048_576;

const walletProblems = {
  missing: 'wallet_missing',
  unreadable: 'wallet_missing',
  not_private: 'wallet_not_private',
  not_a_file: 'wallet_malformed',
  too_large: 'wallet_malformed',
} as const satisfies Record<NonNullable<PrivateFile['problem']>, ChainFailureCode>;

/**
 * Reads the wallet export at this path. The file must be private to its owner; its environment must
 * be the name of the network, except on private chains and simulations.
 * @throws ChainFailure wallet_…; the message contains neither content nor path of the file.
 */
export const readWallet = async (path: string | undefined, network: ChainNetwork): Promise<Wallet> => {
  if (path === undefined) throw new ChainFailure('wallet_not_set');
  const file = await readPrivateFile(path, LARGEST_WALLET_BYTES);
  if (file.problem !== undefined) throw new ChainFailure(walletProblems[file.problem]);
  let content: unknown;
  try {
    content = JSON.parse(file.text);
  } catch {
    // The parser's message quotes the text, so it is not passed on.
    throw new ChainFailure('wallet_malformed');
  }
  const parsed = WalletExport.safeParse(content);
  if (!parsed.success) throw new ChainFailure('wallet_malformed');
  const { environment, value } = parsed.data;
  const named = network.name === 'mainnet' || network.name === 'testnet';
  if (named && environment !== network.name) throw new ChainFailure('wallet_wrong_network');
  const keys: SigningKeys = {};
  for (const [credential, { keys: pairs }] of Object.entries(value.accountKeys.keys)) {
    keys[Number(credential)] = Object.fromEntries(
      Object.entries(pairs).map(([index, { signKey }]) => [Number(index), signKey]),
    );
  }
  return { address: value.address, keys };
};

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 verification key of a signing key, both hexadecimal. */
const verifyKeyOf = (signKey: string): string => {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, Buffer.from(signKey, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
};

/**
 * As many keys of the wallet as the account requires, and no more: each signature costs energy.
 * @throws ChainFailure wallet_wrong_key when the wallet's keys do not reach the account's thresholds.
 */
export const keysForAccount = (wallet: Wallet, account: AccountKeys): SigningKeys => {
  const chosen: SigningKeys = {};
  for (const [credential, { threshold, verifyKeys }] of account.credentials) {
    if (Object.keys(chosen).length === account.threshold) break;
    const fitting = Object.entries(wallet.keys[credential] ?? {}).filter(
      ([index, signKey]) => verifyKeyOf(signKey) === verifyKeys.get(Number(index)),
    );
    if (fitting.length >= threshold) chosen[credential] = Object.fromEntries(fitting.slice(0, threshold));
  }
  if (Object.keys(chosen).length < account.threshold) throw new ChainFailure('wallet_wrong_key');
  return chosen;
};

/** The number of signatures that these keys make. */
export const signatureCount = (keys: SigningKeys): number =>
  Object.values(keys).reduce((sum, pairs) => sum + Object.keys(pairs).length, 0);
