import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { appendKey, checkKeysFile, KEYS_FILE, revokeKey } from '../dataset-files/check-keys.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { KeyUse, type PublicKey, RevocationReason } from '../domain/keys/public-key.ts';
import { Timestamp } from '../domain/vocabulary/timestamp.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { newSigningKey, readKeyFile, writeKeyFile } from '../signing/key-file.ts';
import { replaceFile } from '../whole-file.ts';
import { readListedKeys } from './own-agent.ts';
import { columns, CommandError, printableInLine, runCommand } from './terminal.ts';

interface Rooted {
  readonly root: string;
}

interface KeyOptions extends Rooted {
  readonly file: string;
  readonly validFrom?: Timestamp;
  readonly validUntil?: Timestamp;
  readonly note?: string;
  readonly demonstration?: true;
}

const now = (): Timestamp => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

/** The text, when it can stand in the file. @throws CommandError otherwise; nothing was written then. */
const checked = (text: string): string => {
  const { problems } = checkKeysFile({ [KEYS_FILE]: text });
  if (problems.length > 0)
    throw new CommandError(`Nothing was written, since ${KEYS_FILE} would not be sound:\n${problemReport(problems)}`);
  return text;
};

/** @throws CommandError for a place where a private key may end up in a repository or an image. */
const refusePlace = ({ root, file }: KeyOptions): void => {
  const [first] = relative(root, resolve(file)).split(sep);
  if (first !== '..' && first !== 'data' && first !== '')
    throw new CommandError(
      `${file} is in the folder of the project. Keep private keys outside it, so that none is ever committed or published.`,
    );
};

const tell = (...lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);

const NEXT = `Commit ${KEYS_FILE} and build again, so that others can check what the key signs.`;

/**
 * Lists a new key. Its private half is written before its public half is published; where a stopped run left the file of the
 * private half, that key is listed.
 */
const makeNew = async ({ use, ...options }: KeyOptions & { use: KeyUse }): Promise<void> => {
  const { text, keys } = readListedKeys(options.root);
  refusePlace(options);
  const path = resolve(options.file);
  const isThere = existsSync(path);
  const key = isThere ? await readKeyFile(path, use) : await newSigningKey(use);
  if (keys.some(({ kid }) => kid === key.kid))
    throw new CommandError(`${KEYS_FILE} lists ${key.kid} already, the key in ${options.file}. Name a new file.`);
  const listed = {
    kid: key.kid,
    use,
    public_key: key.publicJwk,
    valid_from: options.validFrom ?? now(),
    valid_until: options.validUntil,
    demonstration: options.demonstration,
    note: options.note,
  };
  const next = checked(appendKey(text, listed));
  if (!isThere) await writeKeyFile(path, key);
  await replaceFile(join(options.root, KEYS_FILE), next);
  tell(
    `${key.kid}: a new key for ${use}, valid from ${listed.valid_from}.`,
    `Its private half is in ${options.file}, readable by you alone. Nobody can restore it: keep a copy in a safe place.`,
    NEXT,
  );
};

const stateOf = (key: PublicKey, at: number): string => {
  if (key.revoked_at !== undefined) return `revoked ${key.revoked_at} (${key.revocation_reason})`;
  if (key.valid_until !== undefined && Date.parse(key.valid_until) < at) return `ended ${key.valid_until}`;
  return Date.parse(key.valid_from) > at ? 'not yet valid' : 'valid';
};

const list = (options: Rooted): void => {
  const { keys } = readListedKeys(options.root);
  const rows = keys.map((key) => [
    key.kid,
    key.use,
    key.valid_from,
    stateOf(key, Date.now()),
    [...(key.demonstration ? ['demonstration'] : []), ...(key.note ? [key.note] : [])].join(': '),
  ]);
  if (rows.length > 0) tell(columns([['KEY', 'USE', 'VALID FROM', 'STATE', 'NOTE'], ...rows]));
  tell(`${counted(rows.length, 'key')}. The running service publishes its own key alongside these.`);
};

const isEarlier = (a: Timestamp, b: Timestamp): boolean => Date.parse(a) < Date.parse(b);

/**
 * The text with the key revoked. A revocation is never taken back or moved to a later time; it can become one as
 * compromised, which says more.
 */
const withRevocation = (text: string, key: PublicKey, at: Timestamp, reason: RevocationReason): string => {
  const { kid, revoked_at: before, revocation_reason: was } = key;
  if (before === undefined) return revokeKey(text, kid, at, reason);
  if (reason === 'compromised' && (was !== 'compromised' || isEarlier(at, before)))
    return revokeKey(text, kid, isEarlier(at, before) ? at : before, reason);
  throw new CommandError(`${kid} is revoked already, at ${before} as ${was}. A revocation is not changed.`);
};

const revoke = async (
  kid: string,
  { at, reason, ...options }: Rooted & { at?: Timestamp; reason: RevocationReason },
): Promise<void> => {
  const { text, keys } = readListedKeys(options.root);
  const key = keys.find((one) => one.kid === kid);
  if (!key)
    throw new CommandError(`${KEYS_FILE} lists no key ${printableInLine(kid)}. npm run keys -- list shows the keys.`);
  if (at !== undefined && Date.parse(at) > Date.now())
    throw new CommandError(
      `${at} is in the future. Revoke a key when it ends, or give it --valid-until when it is made.`,
    );
  const next = checked(withRevocation(text, key, at ?? now(), reason));
  await replaceFile(join(options.root, KEYS_FILE), next);
  tell(`${kid}: revoked as ${reason}. It stays listed, so that what it signed before can be checked.`, NEXT);
};

const timeArgument = (text: string): Timestamp => {
  const { success, error } = Timestamp.safeParse(text);
  if (!success) throw new InvalidArgumentError(error.issues[0]!.message);
  return text;
};

const program = new Command('keys').description(
  `Look after the keys that sign for the operator. Public halves stand in ${KEYS_FILE}, private halves in files of their own.`,
);
const rootOption = () => new Option('--root <folder>', 'folder that holds datasets/').default(process.cwd()).hideHelp();
program.command('list', { isDefault: true }).description('list the public keys').addOption(rootOption()).action(list);
program
  .command('new')
  .description('make a key: its private half in a new file, its public half in the list')
  .addOption(
    new Option('--use <use>', 'what the key signs: decision receipts, or the agent card and checksums')
      .choices(KeyUse.exclude(['service']).options)
      .makeOptionMandatory(),
  )
  .requiredOption('--file <path>', 'the new file for the private half; one that a stopped run left is listed')
  .option('--valid-from <time>', 'the first moment at which it signs (default: now)', timeArgument)
  .option('--valid-until <time>', 'the last moment at which it signs', timeArgument)
  .option('--note <text>', 'what people should know about the key')
  .option('--demonstration', 'it only signs demonstrations')
  .addOption(rootOption())
  .action(makeNew);
program
  .command('revoke <kid>')
  .description('revoke a key; what it signed before stays good, unless the key is compromised')
  .addOption(new Option('--reason <reason>', 'why').choices(RevocationReason.options).makeOptionMandatory())
  .option(
    '--at <time>',
    'when: for a compromised key, the last moment at which it was safe (default: now)',
    timeArgument,
  )
  .addOption(rootOption())
  .action(revoke);
/** Ids are base64url, and one in 64 begins with a hyphen: it stands behind `--`, where it is no option. */
const asId = process.argv.slice(2).filter((arg) => /^-[\w-]{42}$/.test(arg));
const others = process.argv.slice(2).filter((arg) => !asId.includes(arg));
await runCommand(() => program.parseAsync(asId.length > 0 ? [...others, '--', ...asId] : others, { from: 'user' }));
