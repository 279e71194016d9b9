import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AGENT_FILE } from '../dataset-files/check-agent.ts';
import { checkReceiptText, RECEIPTS_FOLDER } from '../dataset-files/check-receipts.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { isJsonObject } from '../domain/json/json-object.ts';
import { SIGNATURE_LIMIT } from '../domain/keys/signature.ts';
import { DecisionReceipt, isDemonstration, receiptWithoutHash } from '../domain/receipts/decision-receipt.ts';
import { checkMandateScope, scopeWords } from '../domain/receipts/mandate-scope.ts';
import type { PublishedReceipt } from '../domain/receipts/published-receipt.ts';
import type { Subject } from '../domain/receipts/request-subject.ts';
import { judgeReceiptSignatures } from '../domain/verification/signed-receipt.ts';
import { writeNewFile } from '../whole-file.ts';
import { openInterview } from './interview.ts';
import { readListedKeys } from './listed-keys.ts';
import { findOwnAgent, foreignAgentWarnings, type OwnAgent } from './own-agent.ts';
import { openQuestions } from './questions.ts';
import { type DecisionSigner, openDecisionSigners } from './receipts-keys.ts';
import { boundLines } from './receipts-words.ts';
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

const neverAsked = new Set(['receipt_hash_sha256', 'signatures']);

const fileOf = (id: string): string => `${RECEIPTS_FOLDER}/${id}.json`;
const takenWords = (id: string): string => `${fileOf(id)} already exists; an id is never reused`;

/** Said where the project names no account of its agent: the member is required, and a registration is not. */
const ACCOUNT_HINT = `${AGENT_FILE} claims no registration, so it names no account. A receipt needs one: any account of the agent in CAIP-10 form. npm run agent -- init adds a registration.`;

const askForReceipt = async (
  { root, given, subject, now }: IssueOptions,
  own: OwnAgent | undefined,
): Promise<string> => {
  const questions = openQuestions();
  const usual = new Map([
    ['decided_at', `${now.toISOString().slice(0, 19)}Z`],
    ['agent.name', own?.name],
    ['agent.account', own?.account],
  ]);
  try {
    const known = Object.entries(subject ?? {}).map(([name, value]) => [`subject.${name}`, value] as const);
    const { askAny } = openInterview(questions, {
      given: new Map([...given, ...known]),
      filledIn: () => undefined,
      defaultAnswer: (_, path) => usual.get(path),
      hint: (path) => (path === 'agent.account' && own?.account === undefined ? ACCOUNT_HINT : undefined),
      neverAsked,
      findProblem: (path, value) =>
        path === 'receipt_id' && existsSync(join(root, fileOf(String(value)))) ? takenWords(String(value)) : undefined,
    });
    return JSON.stringify(await askAny('', '', DecisionReceipt), null, 2);
  } finally {
    questions.close();
  }
};

const readDecisionFile = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The file ${path} cannot be read (${error.code ?? 'unknown error'}).`);
  });

const checkDecision = async (
  options: IssueOptions,
  own: OwnAgent | undefined,
): Promise<ReturnType<typeof checkReceiptText>> => {
  const { file, subject } = options;
  const text = file === undefined ? await askForReceipt(options, own) : await readDecisionFile(file);
  return checkReceiptText(file ?? 'answers', text, (value) => {
    if (subject === undefined || !isJsonObject(value)) return value;
    if (file !== undefined && 'subject' in value)
      throw new CommandError(`${file} names a subject, and --request names another. Leave one of them out.`);
    return { ...value, subject };
  });
};

const refusalsOf = ({ root, outsideMandate, now }: IssueOptions, { receipt }: PublishedReceipt): string[] => {
  const refusals: string[] = [];
  if (existsSync(join(root, fileOf(receipt.receipt_id)))) refusals.push(`${takenWords(receipt.receipt_id)}.`);
  if (Date.parse(receipt.decided_at) > now.getTime())
    refusals.push(
      `decided_at is ${receipt.decided_at}, and the clock says ${now.toISOString()}: a decision cannot be in the future.`,
    );
  if (checkMandateScope(receipt).result === 'not_covered' && !outsideMandate)
    refusals.push('The decision is outside its mandate. To issue it as such, add --outside-mandate.');
  return refusals;
};

const signerRefusals = ({ receipt }: PublishedReceipt, signers: readonly DecisionSigner[]): string[] => [
  ...signers
    .filter(({ listed }) => listed.demonstration === true && !isDemonstration(receipt))
    .map(
      ({ listed }) => `The key ${listed.kid} is for demonstrations; it signs only ids that begin with demonstration-.`,
    ),
  ...((receipt.signatures?.length ?? 0) + signers.length > SIGNATURE_LIMIT
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
  const { keys } = readListedKeys(root);
  const { signers, problems } = await openDecisionSigners(options.keys, keys, now);
  // Do not ask a dozen questions for a receipt that cannot be signed.
  if (options.file === undefined && problems.length > 0) throw new CommandError(problems.join('\n'));
  const own = findOwnAgent(root);
  const checked = await checkDecision(options, own);
  if ('problems' in checked) throw new CommandError([...problems, problemReport(checked.problems)].join('\n'));
  const { hash, receipt } = checked;
  const scope = checkMandateScope(receipt);
  process.stdout.write(`The decision compared with its mandate:\n${boundLines(scope)}\n\n`);
  problems.push(...refusalsOf(options, checked), ...signerRefusals(checked, signers));
  if (problems.length > 0) throw new CommandError([...problems, 'Nothing was written.'].join('\n'));

  const signatures = await Promise.all(signers.map(({ signer }) => signer.sign(receipt, 'receipt_hash_sha256', now)));
  const signed = { ...receiptWithoutHash(receipt), signatures: [...(receipt.signatures ?? []), ...signatures] };
  const judged = await judgeReceiptSignatures(signed, keys);
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
