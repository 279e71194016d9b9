import { createPrivateKey, createPublicKey } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { ChainFailure, type ChainFailureCode, isChainFailure } from '../domain/anchors/anchor-state.ts';
import { isConcordiumAccount } from '../domain/chains/concordium-reference.ts';
import { type ChainNetwork, networkOfSetting } from '../domain/chains/network.ts';
import { type PrivateFile, readPrivateFile } from '../private-file.ts';
import { readGrpcHeaders } from './node.ts';

const SignKey = z.string().regex(/^[0-9a-f]{64}$/i, 'is not 64 hexadecimal digits');
const Indexed = <Schema extends z.ZodType>(schema: Schema) =>
  z.record(z.string().regex(/^\d{1,3}$/), schema).refine((entries) => Object.keys(entries).length > 0, 'holds nothing');

/** An account and its keys, as every form of file writes them. */
const Account = z.object({
  address: z.string().refine(isConcordiumAccount, 'is not the address of an account'),
  accountKeys: z.object({ keys: Indexed(z.object({ keys: Indexed(z.object({ signKey: SignKey })) })) }),
});

/** What is read from a wallet file. Secret: never logged, never in a message. */
export interface WalletFile {
  /** The network that the file says it is for; the keys file of a genesis account says none. */
  readonly environment: string | undefined;
  readonly account: z.infer<typeof Account>;
}

/** The export of the browser wallet, in the version that it writes. */
const BrowserExport = z.object({ v: z.literal(0), environment: z.string(), value: Account });

/** The export of a mobile wallet, decrypted. */
const MobileExport = z.object({
  v: z.literal(1),
  environment: z.string(),
  value: z.object({ identities: z.array(z.object({ accounts: z.array(z.unknown()) })) }),
});

type Parsed = WalletFile | { readonly problem: string };

/** The first problem with its place; names members of the forms and nothing of the content. */
const firstProblem = (what: string, { issues }: z.ZodError): { problem: string } => {
  const [{ path, message, code }] = issues as [z.core.$ZodIssue];
  const place = path.map(String).filter((part) => /^([a-zA-Z]+|\d{1,3})$/.test(part));
  const wrong = code === 'custom' || code === 'invalid_format' ? message : 'is missing or has another form';
  return { problem: `It is ${what}, but its member ${place.join('.') || 'value'} ${wrong}.` };
};

const parseBrowser = (content: unknown): Parsed => {
  const parsed = BrowserExport.safeParse(content);
  if (!parsed.success) return firstProblem('an export of the browser wallet', parsed.error);
  return { environment: parsed.data.environment, account: parsed.data.value };
};

const parseMobile = (content: unknown): Parsed => {
  const what = 'an export of a mobile wallet';
  const parsed = MobileExport.safeParse(content);
  if (!parsed.success) return firstProblem(what, parsed.error);
  const accounts = parsed.data.value.identities.flatMap((identity) => identity.accounts);
  if (accounts.length !== 1)
    return {
      problem: `It is ${what} with ${accounts.length} accounts: keep the one that pays for anchors, and no other.`,
    };
  const account = Account.safeParse(accounts[0]);
  if (!account.success) return firstProblem(what, account.error);
  return { environment: parsed.data.environment, account: account.data };
};

const parseGenesis = (content: unknown): Parsed => {
  const parsed = Account.safeParse(content);
  if (!parsed.success) return firstProblem('a keys file of an account', parsed.error);
  return { environment: undefined, account: parsed.data };
};

const EXPECTED =
  'Expected the export of the browser wallet, the decrypted export of a mobile wallet with one account, or the keys file of a genesis account.';

/**
 * The account in a wallet file, in one of three forms: the export of the browser wallet, that of a mobile wallet, or the keys
 * file of a genesis account (SPEC.md §10.12); or what is wrong with it, without anything of its content.
 */
export const parseWalletFile = (content: unknown): Parsed => {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return { problem: EXPECTED };
  if ('cipherText' in content) return { problem: `It is encrypted: decrypt it first. ${EXPECTED}` };
  const type = 'type' in content ? content.type : undefined;
  if (type === 'concordium-browser-wallet-account') return parseBrowser(content);
  if (type === 'concordium-mobile-wallet-data') return parseMobile(content);
  if (type === undefined && ('accountKeys' in content || 'address' in content)) return parseGenesis(content);
  return { problem: EXPECTED };
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

const walletText = (file: Exclude<PrivateFile, { readonly problem: 'not_private' }>): string => {
  switch (file.problem) {
    case undefined:
      return file.text;
    case 'missing':
      return refuse('wallet_missing', 'There is no such file.');
    case 'unreadable':
      return refuse('wallet_missing', `The system says ${file.code}.`);
    case 'not_a_file':
      return refuse('wallet_malformed', 'It is not a file.');
    case 'too_large':
      return refuse('wallet_malformed', `It is larger than ${LARGEST_WALLET_BYTES} bytes.`);
  }
};

const parseWallet = (text: string, network: ChainNetwork): Wallet => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, so it is not passed on.
    return refuse('wallet_malformed', 'It is not JSON.');
  }
  const parsed = parseWalletFile(content);
  if ('problem' in parsed) return refuse('wallet_malformed', parsed.problem);
  const { environment, account } = parsed;
  const named = network.name === 'mainnet' || network.name === 'testnet';
  if (named && environment !== undefined && environment !== network.name) return refuse('wallet_wrong_network');
  const keys: SigningKeys = {};
  for (const [credential, { keys: pairs }] of Object.entries(account.accountKeys.keys)) {
    keys[Number(credential)] = Object.fromEntries(
      Object.entries(pairs).map(([index, { signKey }]) => [Number(index), signKey]),
    );
  }
  return { address: account.address, keys };
};

/** The wallet in a file that nobody but its owner may read; otherwise all that is wrong with the file, in the order of the gate. */
const inspectWallet = async (path: string, network: ChainNetwork): Promise<Wallet | ChainFailure[]> => {
  const file = await readPrivateFile(path, LARGEST_WALLET_BYTES);
  const exposed = file.problem === 'not_private' ? [new ChainFailure('wallet_not_private')] : [];
  try {
    const wallet = parseWallet(file.problem === 'not_private' ? file.text : walletText(file), network);
    return exposed.length > 0 ? exposed : wallet;
  } catch (failure) {
    if (!isChainFailure(failure)) throw failure;
    return [...exposed, failure];
  }
};

/** All that is wrong with the wallet file at this path by itself, without a look at the chain. */
export const walletFailures = async (path: string, network: ChainNetwork): Promise<readonly ChainFailure[]> => {
  const found = await inspectWallet(path, network);
  return Array.isArray(found) ? found : [];
};

/**
 * Reads the wallet file at this path. It must be private to its owner; an environment that it names must be the name of
 * the network, except on private chains and simulations.
 * @throws ChainFailure wallet_…; the message says what is wrong and contains neither content nor path of the file.
 */
export const readWallet = async (path: string | undefined, network: ChainNetwork): Promise<Wallet> => {
  if (path === undefined) return refuse('wallet_not_set');
  const found = await inspectWallet(path, network);
  if (Array.isArray(found)) throw found[0]!;
  return found;
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
 * All that is wrong with the files of headers and of the wallet that the settings name, in the order of the gate, as far as it
 * shows without a node (SPEC.md §10.3). Nothing of what is in them is kept.
 */
export const unusableFilesOf = async ({
  concordiumGrpcHeadersFile: headersFile,
  concordiumWalletFile: walletFile,
  concordiumNetwork,
}: Config): Promise<readonly ChainFailure[]> => {
  const ofHeaders = async (): Promise<readonly ChainFailure[]> => {
    try {
      if (headersFile !== undefined) await readGrpcHeaders(headersFile);
      return [];
    } catch (failure) {
      if (isChainFailure(failure)) return [failure];
      throw failure;
    }
  };
  const ofWallet = walletFile === undefined ? [] : walletFailures(walletFile, networkOfSetting(concordiumNetwork));
  return (await Promise.all([ofHeaders(), ofWallet])).flat();
};
