import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AGENT_FILE } from '../dataset-files/check-agent.ts';
import { checkReceiptText, RECEIPTS_FOLDER } from '../dataset-files/check-receipts.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { isJsonObject } from '../domain/json/json-object.ts';
import type { PublicKey } from '../domain/keys/public-key.ts';
import { SIGNATURE_LIMIT } from '../domain/keys/signature.ts';
import { DecisionReceipt, isDemonstration, receiptWithoutHash } from '../domain/receipts/decision-receipt.ts';
import { checkMandateScope, scopeWords } from '../domain/receipts/mandate-scope.ts';
import type { PublishedReceipt, Subject } from '../domain/receipts/published-receipt.ts';
import { judgeReceiptSignatures } from '../domain/verification/check-signatures.ts';
import { KeyFileError, readKeyFile, type SigningKey } from '../signing/key-file.ts';
import { keyRefusal } from '../signing/own-keys.ts';
import { openSigner } from '../signing/sign.ts';
import { writeNewFile } from '../whole-file.ts';
import { interview } from './interview.ts';
import { findOwnAgent, foreignAgentWarnings, type OwnAgent, readListedKeys } from './own-agent.ts';
import { boundLines } from './receipts-read.ts';
import { columns, CommandError } from './terminal.ts';

export interface IssueOptions {
  readonly root: string;
  /** A file with the decision; without it, questions are asked. */
  readonly file?: string | undefined;
  /** The subject, when it comes from elsewhere than the file or the answers. */
  readonly subject?: Subject | undefined;
  /** Answers given in advance, by member. */
  readonly given: ReadonlyMap<string, string>;
  /** Paths of the key files that sign. */
  readonly keys: readonly string[];
  readonly outsideMandate: boolean;
  readonly now: Date;
}

const fileOf = (id: string): string => `${RECEIPTS_FOLDER}/${id}.json`;
const takenWords = (id: string): string => `${fileOf(id)} already exists; an id is never reused`;

/** Said where the project names no account of its agent: the member is required, and a registration is not. */
const ACCOUNT_HINT = `${AGENT_FILE} claims no registration, so it names no account. A receipt needs one: any account of the agent in CAIP-10 form. npm run agent -- init adds a registration.`;

/** The keys of these files, and every reason why one of them must not sign at this time. */
const openKeys = async (
  paths: readonly string[],
  listed: readonly PublicKey[],
  now: Date,
): Promise<{ keys: SigningKey[]; problems: string[] }> => {
  const keys: SigningKey[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    try {
      const key = await readKeyFile(path, 'decisions');
      const entry = listed.find(({ kid }) => kid === key.kid);
      const refusal = keys.some(({ kid }) => kid === key.kid)
        ? 'is given twice; a key signs once.'
        : keyRefusal(entry, 'decisions', now);
      if (refusal === undefined) keys.push(key);
      else problems.push(`The key ${key.kid} in ${path} ${refusal}`);
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error;
      problems.push(error.message);
    }
  }
  return { keys, problems };
};

const askForReceipt = async (
  { root, given, subject, now }: IssueOptions,
  own: OwnAgent | undefined,
): Promise<string> => {
  const usual = new Map([
    ['decided_at', `${now.toISOString().slice(0, 19)}Z`],
    ['agent.name', own?.name],
    ['agent.account', own?.account],
  ]);
  const known = Object.entries(subject ?? {}).map(([name, value]) => [`subject.${name}`, value] as const);
  const receipt = await interview(DecisionReceipt, {
    given: new Map([...given, ...known]),
    defaultAnswer: (_, path) => usual.get(path),
    hint: (path) => (path === 'agent.account' && own?.account === undefined ? ACCOUNT_HINT : undefined),
    neverAsked: new Set(['receipt_hash_sha256', 'signatures']),
    findProblem: (path, value) =>
      path === 'receipt_id' && existsSync(join(root, fileOf(String(value)))) ? takenWords(String(value)) : undefined,
  });
  return JSON.stringify(receipt, null, 2);
};

const checkDecision = async (options: IssueOptions, own: OwnAgent | undefined) => {
  const { file, subject } = options;
  const text =
    file === undefined
      ? await askForReceipt(options, own)
      : await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
          throw new CommandError(`The file ${file} cannot be read (${error.code ?? 'unknown error'}).`);
        });
  return checkReceiptText(file ?? 'answers', text, (value) => {
    if (subject === undefined || !isJsonObject(value)) return value;
    if (file !== undefined && 'subject' in value)
      throw new CommandError(`${file} names a subject, and --request names another. Leave one of them out.`);
    return { ...value, subject };
  });
};

const refusalsOf = (
  { root, outsideMandate, now }: IssueOptions,
  { receipt }: PublishedReceipt,
  entries: readonly PublicKey[],
): string[] => [
  ...(existsSync(join(root, fileOf(receipt.receipt_id))) ? [`${takenWords(receipt.receipt_id)}.`] : []),
  ...(Date.parse(receipt.decided_at) > now.getTime()
    ? [
        `decided_at is ${receipt.decided_at}, and the clock says ${now.toISOString()}: a decision cannot be in the future.`,
      ]
    : []),
  ...(checkMandateScope(receipt).result === 'not_covered' && !outsideMandate
    ? ['The decision is outside its mandate. To issue it as such, add --outside-mandate.']
    : []),
  ...entries
    .filter(({ demonstration }) => demonstration === true && !isDemonstration(receipt))
    .map(({ kid }) => `The key ${kid} is for demonstrations; it signs only ids that begin with demonstration-.`),
  ...((receipt.signatures?.length ?? 0) + entries.length > SIGNATURE_LIMIT
    ? [`The receipt would carry more than ${SIGNATURE_LIMIT} signatures.`]
    : []),
];

/** Writes the receipt to its file: whole or not at all, and never over a file that is there. */
const writeReceipt = async (root: string, receipt: DecisionReceipt): Promise<string> => {
  const file = fileOf(receipt.receipt_id);
  try {
    await writeNewFile(join(root, file), `${JSON.stringify(receipt, null, 2)}\n`);
    return file;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EEXIST'
        ? `${takenWords(receipt.receipt_id)}.`
        : `${file} cannot be written (${code ?? 'unknown error'}).`,
    );
  }
};

/**
 * Checks a decision, signs it with every key and writes its receipt. All problems are reported at once,
 * and then nothing is written.
 * @returns the receipt, and its hash.
 * @throws CommandError that says what is wrong.
 */
export const issue = async (options: IssueOptions): Promise<PublishedReceipt> => {
  const { root, now } = options;
  const { keys: listed } = readListedKeys(root);
  const { keys, problems } = await openKeys(options.keys, listed, now);
  // Do not ask a dozen questions for a receipt that cannot be signed.
  if (options.file === undefined && problems.length > 0) throw new CommandError(problems.join('\n'));
  const own = findOwnAgent(root);
  const checked = await checkDecision(options, own);
  if ('problems' in checked) throw new CommandError([...problems, problemReport(checked.problems)].join('\n'));
  const { hash, receipt } = checked;
  const scope = checkMandateScope(receipt);
  process.stdout.write(`The decision compared with its mandate:\n${boundLines(scope)}\n\n`);
  const entries = listed.filter(({ kid }) => keys.some((key) => key.kid === kid));
  problems.push(...refusalsOf(options, checked, entries));
  if (problems.length > 0) throw new CommandError([...problems, 'Nothing was written.'].join('\n'));

  const signatures = await Promise.all(keys.map((key) => openSigner(key).sign(receipt, 'receipt_hash_sha256', now)));
  const signed = { ...receiptWithoutHash(receipt), signatures: [...(receipt.signatures ?? []), ...signatures] };
  const judged = await judgeReceiptSignatures(signed, listed);
  const wrong = judged.flatMap(({ result, when }, index) =>
    result === 'pass' ? [] : [`signatures[${index}]: ${when}`],
  );
  if (wrong.length > 0) throw new CommandError([...wrong, 'Nothing was written.'].join('\n'));
  for (const warning of foreignAgentWarnings(receipt, own)) process.stderr.write(`${warning}\n`);
  const file = await writeReceipt(root, signed);
  const facts = [
    ['Hash', hash],
    ['Decision', `${receipt.decision}, ${scopeWords[scope.result]}`],
    ...judged.map(({ kid }) => ['Signed by', kid!]),
    ['Page', `/receipts/${hash}`],
  ];
  process.stdout.write(
    `Wrote ${file}.\n${columns(facts)}\n\nNext: npm start builds the site again and publishes the receipt. Then anchor its hash: POST /api/agent-acceptance-kit/anchor-preview shows what that costs.\n`,
  );
  return { hash, receipt };
};
