import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { KEYS_FILE } from '../dataset-files/check-keys.ts';
import { checkReceipts, checkReceiptText, RECEIPTS_FOLDER } from '../dataset-files/check-receipts.ts';
import { fieldName, problemReport } from '../dataset-files/problem-report.ts';
import { readFiles } from '../dataset-files/read-files.ts';
import { checkAccount } from '../domain/chains/address-rules.ts';
import { withChainOfName } from '../domain/chains/known-chains.ts';
import { isOpen } from '../domain/intake.ts';
import { isJsonObject } from '../domain/json/pointer.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import { judgeOrigin, originWords } from '../domain/keys/origin.ts';
import { knownKeys, type PublicKey } from '../domain/keys/public-key.ts';
import { SIGNATURE_LIMIT } from '../domain/keys/signature.ts';
import {
  type DecisionReceipt,
  isDemonstration,
  receiptCanonicalText,
  receiptWithoutHash,
} from '../domain/receipts/decision-receipt.ts';
import { checkMandateScope, type Coverage, otherUses } from '../domain/receipts/mandate-scope.ts';
import { scopeWords } from '../domain/receipts/mandate-words.ts';
import {
  newestFirst,
  type PublishedReceipt,
  type Subject,
  subjectOfRequest,
} from '../domain/receipts/published-receipt.ts';
import { judgeSignatures, signedReceipt } from '../domain/verification/check-signatures.ts';
import { problemsOf } from '../domain/verification/verification.ts';
import { minorUnits } from '../domain/vocabulary/currency.ts';
import { causeOf } from '../domain/vocabulary/errors.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { readKeyFile, type SigningKey } from '../signing/key-file.ts';
import { keyRefusal } from '../signing/own-keys.ts';
import { openSigner } from '../signing/sign.ts';
import { intakeStore } from '../storage/intake.ts';
import { writeNewFile } from '../whole-file.ts';
import { withConfiguredStore } from './configured-store.ts';
import { nameDecisionReceipt } from './decided-request.ts';
import { findOwnAgent, foreignAgentDifferences, type OwnAgent, readListedKeys } from './own-agent.ts';
import { columns, CommandError, runCommand } from './terminal.ts';
import { boundLines } from './verify-command.ts';

interface IssueOptions {
  readonly root: string;
  /** A file with the decision; without it, one to fill in is shown. */
  readonly file?: string;
  /** Id of the intake request that was decided about. */
  readonly request?: string;
  /** Path of the file of the key that signs. */
  readonly key?: string;
  readonly outsideMandate?: true;
  readonly otherAgent?: true;
}

const warnOf = ({ receipt_id }: DecisionReceipt, differences: readonly string[]): void =>
  differences.forEach((one) => process.stderr.write(`warning: ${receipt_id}: ${one}\n`));

/** What each signature of a receipt shows by the listed keys. */
const judge = (receipt: DecisionReceipt, listed: readonly PublicKey[]) =>
  judgeSignatures(signedReceipt(receipt), knownKeys(listed, { by: 'file', name: KEYS_FILE }));

/** The decision of a receipt held against its mandate, with the receipts of the folder that use it, too. */
const scopeAmong = (one: PublishedReceipt, receipts: readonly PublishedReceipt[]) =>
  checkMandateScope(
    one.receipt,
    otherUses(one, receipts).map(({ receipt }) => receipt),
  );

/**
 * Lists the receipts of the folder, newest first, each with its origin and mandate in words.
 * @throws CommandError with every problem of members, hashes and signatures; a decision outside its mandate and a missing
 * signature are shown, and are not problems.
 */
const check = async ({ root }: { root: string }): Promise<void> => {
  const { keys } = readListedKeys(root);
  const own = findOwnAgent(root);
  const { receipts, problems } = checkReceipts(readFiles(root, RECEIPTS_FOLDER));
  const wrong = problems.length > 0 ? [problemReport(problems)] : [];
  const rows: string[][] = [];
  for (const published of newestFirst(receipts)) {
    const { hash, receipt } = published;
    warnOf(receipt, foreignAgentDifferences(receipt, own));
    const { receipt_id: id, decided_at, decision } = receipt;
    const judged = await judge(receipt, keys);
    const mandate = scopeWords[scopeAmong(published, receipts).result];
    rows.push([decided_at, decision, originWords[judgeOrigin(judged)], mandate, hash, id]);
    for (const [index, { result, rule, when }] of judged.entries())
      if (result === 'fail') wrong.push(`${id}: signatures[${index}]: ${rule}: ${when}`);
  }
  if (rows.length > 0)
    process.stdout.write(`${columns([['DECIDED', 'DECISION', 'ORIGIN', 'MANDATE', 'HASH', 'ID'], ...rows])}\n`);
  if (wrong.length > 0) throw new CommandError(wrong.join('\n'));
  process.stdout.write(`${counted(rows.length, 'receipt')}: no problems.\n`);
};

const fileOf = (id: string): string => `${RECEIPTS_FOLDER}/${id}.json`;

/** Where people read the template of a decision, too. */
const README = join(import.meta.dirname, '../../datasets/README.md');

/**
 * The decision to fill in that the README of the datasets shows, with this time and, where they are known, the agent of the project
 * and its account. A subject is left out where a request gives it. What it says in angle brackets is refused until it is replaced.
 */
const templateOf = (own: OwnAgent | undefined, subject: Subject | undefined, now: Date): string => {
  const text = existsSync(README) ? readFileSync(README, 'utf8') : '';
  const shown = /^### Template: decision receipt\n\n```json\n(.*?)^```$/ms.exec(text)?.[1];
  if (shown === undefined)
    throw new CommandError(
      'datasets/README.md has no “Template: decision receipt”; SPEC.md chapter 7 describes its members.',
    );
  const template = JSON.parse(shown) as Partial<DecisionReceipt>;
  if (subject) delete template.subject;
  const agent = { name: own?.name ?? template.agent!.name, account: own?.account ?? template.agent!.account };
  return JSON.stringify({ ...template, decided_at: `${now.toISOString().slice(0, 19)}Z`, agent }, null, 2);
};

/** The places of a value that are as in a template: a text in angle brackets, or the SHA-256 of no file. */
const placesToFill = (value: unknown, path: readonly (string | number)[] = []): string[] => {
  if (typeof value === 'string') return /^(?:<.*>|0{64})$/s.test(value) ? [fieldName(path)] : [];
  if (Array.isArray(value)) return value.flatMap((entry, at) => placesToFill(entry, [...path, at]));
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, one]) => placesToFill(one, [...path, name])) : [];
};

const readDecision = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The file ${file} cannot be read (${error.code ?? 'unknown error'}).`);
  });

/** The agent with its account on the chain that a network’s name stands for. */
const withChain = (agent: Record<string, unknown>): Record<string, unknown> => {
  const { account } = agent;
  return typeof account === 'string' ? { ...agent, account: withChainOfName(account) } : agent;
};

/**
 * The mandate, where it is of AP2 v0.2, with its budgets in minor units: AP2 states them in major units, as `max` (SPEC.md §7.2).
 * @throws CommandError for an amount that is no whole number of minor units
 */
const withMinorUnits = (mandate: Record<string, unknown>, file: string): Record<string, unknown> => {
  const { format, constraints } = mandate;
  if (format !== 'ap2.v0.2' || !Array.isArray(constraints)) return mandate;
  const converted = constraints.map((one: unknown, at) => {
    if (!isJsonObject(one) || one['type'] !== 'payment.budget' || !('max' in one) || 'max_minor' in one) return one;
    const { max, ...rest } = one;
    const [amount, currency] = [JSON.stringify(max), String(one['currency'])];
    const max_minor = minorUnits(amount, currency);
    if (max_minor === undefined)
      throw new CommandError(
        `${file}: mandate.constraints[${at}].max: is ${amount} in ${currency}; expected an amount in major units of an ISO 4217 currency, with no more decimals than it has. Nothing was written.`,
      );
    return { ...rest, max_minor };
  });
  return { ...mandate, constraints: converted };
};

/** The draft as a receipt says it: with the subject of the request, where there is one. @throws CommandError when it cannot be completed */
const completed = (draft: unknown, subject: Subject | undefined, file: string): unknown => {
  if (!isJsonObject(draft)) return draft;
  if (subject && 'subject' in draft)
    throw new CommandError(`${file} names a subject, and --request names another. Leave one of them out.`);
  const { agent, mandate } = draft;
  return {
    ...draft,
    ...(subject && { subject }),
    ...(isJsonObject(agent) && { agent: withChain(agent) }),
    ...(isJsonObject(mandate) && { mandate: withMinorUnits(mandate, file) }),
  };
};

/** Every reason why this key must not sign this receipt at this time. */
const refusalsOf = (
  { root, key: path, outsideMandate, otherAgent }: IssueOptions,
  receipt: DecisionReceipt,
  { scope, differences, now }: { scope: Coverage; differences: readonly string[]; now: Date },
  { kid }: SigningKey,
  entry: PublicKey | undefined,
): string[] => {
  const file = fileOf(receipt.receipt_id);
  const why = keyRefusal(entry, 'decisions', now);
  const isForeign = differences.length > 0 && !otherAgent;
  return problemsOf(
    [existsSync(join(root, file)), `${file} already exists; an id is never reused.`],
    [
      Date.parse(receipt.decided_at) > now.getTime(),
      `decided_at is ${receipt.decided_at}, and the clock says ${now.toISOString()}: a decision cannot be in the future.`,
    ],
    [
      scope === 'not_covered' && !outsideMandate,
      'The decision is outside its mandate. To issue it as such, add --outside-mandate.',
    ],
    ...checkAccount(receipt.agent.account).map(
      (wrong) => [!isDemonstration(receipt), `agent.account: ${wrong}.`] as const,
    ),
    ...differences.map((one) => [isForeign, `${one}.`] as const),
    [isForeign, 'To issue it for another agent, add --other-agent.'],
    [why !== undefined, `The key ${kid} in ${path} ${why}`],
    [
      entry?.demonstration === true && !isDemonstration(receipt),
      `The key ${kid} is for demonstrations; it signs only ids that begin with demonstration-.`,
    ],
    [receipt.signatures?.length === SIGNATURE_LIMIT, `The receipt has ${SIGNATURE_LIMIT} signatures already.`],
  );
};

/** Writes the receipt to its file: whole or not at all, and never over a file that is there. */
const writeReceipt = (root: string, file: string, receipt: DecisionReceipt): Promise<void> =>
  writeNewFile(join(root, file), `${JSON.stringify(receipt, null, 2)}\n`).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be written (${code ?? 'unknown error'}).`);
  });

const findSubject = (id: string): Promise<Subject> =>
  withConfiguredStore(async (db) => {
    const found = await intakeStore(db).find(id);
    if (!found) throw new CommandError(`No request has the id ${id}. npm run inbox shows them.`);
    return subjectOfRequest(found.record);
  });

const linkRequest = async (root: string, id: string, hash: Sha256Hex): Promise<void> => {
  try {
    await withConfiguredStore(async (db) => {
      process.stdout.write(`${await nameDecisionReceipt(db, root, id, hash)}\n`);
      const status = (await intakeStore(db).find(id))?.record.status;
      if (status && isOpen(status))
        process.stdout.write(
          `Its status page still says ${status}. Next: npm run inbox -- status ${id} answered, or declined.\n`,
        );
    });
    process.stdout.write('The link on the status page works after the next build.\n');
  } catch (error) {
    throw new CommandError(
      `The receipt is written, but the request does not name it: ${(causeOf(error) as Error).message} To name it: npm run inbox -- status ${id} answered --receipt ${hash}`,
    );
  }
};

/**
 * Checks a decision, signs it and writes its receipt. Where there is a problem, nothing is written. The status page of the request names the receipt afterwards. Without a file, prints a decision to fill in.
 * @throws CommandError that says what is wrong.
 */
const issue = async (options: IssueOptions): Promise<void> => {
  const { root, file, request, key: path } = options;
  const now = new Date();
  const subject = request === undefined ? undefined : await findSubject(request);
  const own = findOwnAgent(root);
  if (file === undefined) {
    process.stdout.write(`${templateOf(own, subject, now)}\n`);
    return;
  }
  if (path === undefined) throw new CommandError('Name the key that signs: --key FILE. npm run keys -- new makes one.');
  const { keys: listed } = readListedKeys(root);
  let toFill: readonly string[] = [];
  const checked = checkReceiptText(file, await readDecision(file), (value) => {
    toFill = placesToFill(value);
    return completed(value, subject, file);
  });
  const known = 'problems' in checked ? checked.problems : [];
  const unfilled = toFill
    .filter((place) => !known.some(({ field }) => field === place))
    .map((place) => `${place}: is as in a template; expected what is true of this decision`);
  if ('problems' in checked) throw new CommandError([...unfilled, problemReport(known)].join('\n'));
  if (unfilled.length > 0) throw new CommandError([...unfilled, 'Nothing was written.'].join('\n'));
  const key = await readKeyFile(path, 'decisions');
  const { hash, receipt } = checked;
  const { receipts } = checkReceipts(readFiles(root, RECEIPTS_FOLDER));
  const scope = scopeAmong(checked, receipts);
  process.stdout.write(`The decision compared with its mandate:\n${boundLines(scope.constraints)}\n\n`);
  const entry = listed.find(({ kid }) => kid === key.kid);
  const differences = foreignAgentDifferences(receipt, own);
  const found = { scope: scope.result, differences, now };
  const problems = refusalsOf(options, receipt, found, key, entry);
  if (problems.length > 0) throw new CommandError([...problems, 'Nothing was written.'].join('\n'));

  const signature = await openSigner(key)(receiptCanonicalText(receipt), now);
  const signed = { ...receiptWithoutHash(receipt), signatures: [...(receipt.signatures ?? []), signature] };
  const judged = await judge(signed, listed);
  const wrong = judged.flatMap(({ result, when }, index) =>
    result === 'pass' ? [] : [`signatures[${index}]: ${when}`],
  );
  if (wrong.length > 0) throw new CommandError([...wrong, 'Nothing was written.'].join('\n'));
  warnOf(receipt, differences);
  const written = fileOf(receipt.receipt_id);
  await writeReceipt(root, written, signed);
  const facts = [
    ['Hash', hash],
    ['Decision', `${receipt.decision}, ${scopeWords[scope.result]}`],
    ...judged.map(({ header }) => ['Signed by', header!.kid]),
    ['Page', `/receipts/${hash}`],
  ];
  process.stdout.write(
    `Wrote ${written}.\n${columns(facts)}\n\nNext: npm start builds the site again and publishes the receipt: others get it with its hash from /data/decision-receipts/${hash}.json. Then anchor its hash: POST /api/agent-acceptance-kit/anchor-preview shows what that costs.\n`,
  );
  if (request !== undefined) await linkRequest(root, request, hash);
};

const rootOption = ['--root <folder>', 'folder that holds datasets/', process.cwd()] as const;
const program = new Command('receipts').description('Issue decision receipts and check those that are published.');

program
  .command('check', { isDefault: true })
  .description(
    'list the receipts, newest first, and check members, hashes, mandates and signatures; exit code 1 for a problem',
  )
  .option(...rootOption)
  .action(check);
program
  .command('issue')
  .description('check a decision, sign it and write its receipt; without --file, show one to fill in')
  .option(...rootOption)
  .option('--file <file>', 'the decision, as a decision receipt in JSON; a signed one is signed once more')
  .option('--request <id>', 'the intake request that was decided about; the store is the one of DATABASE_URL')
  .option('--key <file>', 'file of the key that signs')
  .option('--outside-mandate', 'issue a decision that breaks a bound of its mandate; it is shown as such')
  .option('--other-agent', 'issue a decision of another agent than that of the project')
  .action(issue);

await runCommand(() => program.parseAsync());
