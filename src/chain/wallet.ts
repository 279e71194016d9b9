import { createPrivateKey, createPublicKey } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { ChainFailure, type ChainFailureCode, isChainFailure } from '../domain/anchors/anchor-state.ts';
import { isConcordiumAccount } from '../domain/chains/concordium-reference.ts';
import { type ChainNetwork, networkOfSetting } from '../domain/chains/network.ts';
import { capitalized } from '../domain/vocabulary/words.ts';
import { type PrivateFile, readPrivateFile } from '../private-file.ts';
import { readGrpcHeaders } from './node.ts';

const SignKey = z.string().regex(/^[0-9a-f]{64}$/i, 'is not 64 hexadecimal digits');
const Indexed = <Schema extends z.ZodType>(schema: Schema) =>
  z.record(z.string().regex(/^\d{1,3}$/), schema).refine((entries) => Object.keys(entries).length > 0, 'holds nothing');

/** An account and its keys. */
const Account = z.object({
  address: z.string().refine(isConcordiumAccount, 'is not the address of an account'),
  accountKeys: z.object({ keys: Indexed(z.object({ keys: Indexed(z.object({ signKey: SignKey })) })) }),
});

/** The export of the browser wallet, in the version that it writes. */
const WalletFile = z.object({
  type: z.literal('concordium-browser-wallet-account'),
  v: z.literal(0),
  environment: z.string(),
  value: Account,
});

/** The first problem with its place; names members of the export and nothing of its content. */
const firstProblem = ({ issues }: z.ZodError): string => {
  const [{ path, message, code }] = issues as [z.core.$ZodIssue];
  const place = path.map(String).filter((part) => /^([a-zA-Z]+|\d{1,3})$/.test(part));
  const wrong = code === 'custom' || code === 'invalid_format' ? message : 'is missing or has another form';
  return `Expected the export of the browser wallet, but its member ${place.join('.') || 'type'} ${wrong}.`;
};

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

const refuse = (code: ChainFailureCode, detail?: string): never => {
  throw new ChainFailure(code, detail === undefined ? {} : { detail });
};

/** The problems of a file that are more than that it is no wallet. */
const fileProblems: Partial<Record<NonNullable<PrivateFile['problem']>, ChainFailureCode>> = {
  missing: 'wallet_missing',
  unreadable: 'wallet_missing',
  not_private: 'wallet_not_private',
};

const parseWallet = (text: string, network: ChainNetwork): Wallet => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, so it is not passed on.
    return refuse('wallet_malformed', 'It is not JSON.');
  }
  const parsed = WalletFile.safeParse(content);
  if (!parsed.success) return refuse('wallet_malformed', firstProblem(parsed.error));
  const { environment, value: account } = parsed.data;
  const named = network.name === 'mainnet' || network.name === 'testnet';
  if (named && environment !== network.name) return refuse('wallet_wrong_network');
  const keys: SigningKeys = {};
  for (const [credential, { keys: pairs }] of Object.entries(account.accountKeys.keys)) {
    keys[Number(credential)] = Object.fromEntries(
      Object.entries(pairs).map(([index, { signKey }]) => [Number(index), signKey]),
    );
  }
  return { address: account.address, keys };
};

/**
 * Reads the wallet file at this path. It must be private to its owner; an environment that it names must be the name of
 * the network, except on private chains and simulations.
 * @throws ChainFailure wallet_…; the message says what is wrong and contains neither content nor path of the file.
 */
export const readWallet = async (path: string | undefined, network: ChainNetwork): Promise<Wallet> => {
  if (path === undefined) return refuse('wallet_not_set');
  const file = await readPrivateFile(path, LARGEST_WALLET_BYTES);
  if (file.problem === undefined) return parseWallet(file.text, network);
  return refuse(fileProblems[file.problem] ?? 'wallet_malformed', capitalized(file.words));
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

/**
 * What is wrong with the files of headers and of the wallet that the settings name, in the order of the gate, as far as it
 * shows without a node (SPEC.md §10.3). Nothing of what is in them is kept.
 */
export const unusableFilesOf = async ({
  concordiumGrpcHeadersFile: headersFile,
  concordiumWalletFile: walletFile,
  concordiumNetwork,
}: Config): Promise<readonly ChainFailure[]> => {
  const readings = await Promise.allSettled([
    headersFile === undefined ? undefined : readGrpcHeaders(headersFile),
    walletFile === undefined ? undefined : readWallet(walletFile, networkOfSetting(concordiumNetwork)),
  ]);
  return readings.flatMap((reading): ChainFailure[] => {
    if (reading.status === 'fulfilled') return [];
    if (isChainFailure(reading.reason)) return [reading.reason];
    throw reading.reason;
  });
};
