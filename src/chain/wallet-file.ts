import { z } from 'zod';
import { isConcordiumAccount } from '../domain/chains/concordium-reference.ts';

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
