import { checkReceipts, RECEIPTS_FOLDER } from '../dataset-files/check-receipts.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readFiles } from '../dataset-files/read-files.ts';
import { type JudgedSignature, judgeOrigin, originWords } from '../domain/keys/origin.ts';
import { boundWords, checkMandateScope, scopeWords } from '../domain/receipts/mandate-scope.ts';
import { newestFirst, type PublishedReceipt } from '../domain/receipts/published-receipt.ts';
import { judgeReceiptSignatures } from '../domain/verification/check-signatures.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { readListedKeys } from './own-agent.ts';
import { findOwnAgent, foreignAgentWarnings } from './own-agent.ts';
import { columns, CommandError } from './terminal.ts';

interface Rooted {
  readonly root: string;
}

/** Each bound of a mandate on a line of its own: kept, broken or not checkable, and why. */
export const boundLines = ({ constraints }: ReturnType<typeof checkMandateScope>): string =>
  constraints.length === 0
    ? '  The mandate sets no bounds.'
    : columns(
        constraints.map(({ type, result, reason, settled_by }) => [
          `  ${boundWords[result]}`,
          type,
          settled_by === null ? reason : `${reason} Settled by: ${settled_by}`,
        ]),
      );

const readReceipts = (root: string) => checkReceipts(readFiles(root, [RECEIPTS_FOLDER]));

const isNamed = (wanted: string, { hash, receipt }: PublishedReceipt): boolean =>
  wanted === receipt.receipt_id || wanted.toLowerCase() === hash;

const needed = (root: string, wanted: string): PublishedReceipt => {
  const { receipts, problems } = readReceipts(root);
  const found = receipts.find((receipt) => isNamed(wanted, receipt));
  if (found) return found;
  const own = problems.filter(({ file }) => file === `${RECEIPTS_FOLDER}/${wanted}.json`);
  throw new CommandError(
    own.length > 0
      ? problemReport(own)
      : `No receipt in ${RECEIPTS_FOLDER}/ has this id or hash. npm run receipts -- list shows them.`,
  );
};

/** Lists the receipts of the folder, newest first, each with its mandate and origin in words. */
export const list = async ({ root }: Rooted): Promise<void> => {
  const { keys } = readListedKeys(root);
  const { receipts, problems } = readReceipts(root);
  const rows = await Promise.all(
    newestFirst(receipts).map(async ({ hash, receipt }) => [
      receipt.decided_at,
      receipt.decision,
      originWords[judgeOrigin(await judgeReceiptSignatures(receipt, keys))],
      scopeWords[checkMandateScope(receipt).result],
      hash,
      receipt.receipt_id,
    ]),
  );
  if (rows.length > 0)
    process.stdout.write(`${columns([['DECIDED', 'DECISION', 'ORIGIN', 'MANDATE', 'HASH', 'ID'], ...rows])}\n`);
  process.stdout.write(`${counted(rows.length, 'receipt')}, newest first.\n`);
  if (problems.length > 0) throw new CommandError(problemReport(problems));
};

const signatureLines = (judged: readonly JudgedSignature[]): string[][] =>
  judged.length === 0
    ? [['Signatures', 'none: nothing shows whom the receipt is from']]
    : judged.map(({ result, rule, when, kid, signed_at }) => [
        'Signature',
        `${result}, ${rule}: ${when} Key ${kid ?? 'unknown'}, ${signed_at ?? 'time unknown'}.`,
      ]);

/** Shows one receipt: who decided what, each bound of the mandate, and what each signature shows. */
export const show = async (wanted: string, { root }: Rooted): Promise<void> => {
  const { keys } = readListedKeys(root);
  const { hash, receipt } = needed(root, wanted);
  const scope = checkMandateScope(receipt);
  const facts = [
    ['Receipt', receipt.receipt_id],
    ['Hash', hash],
    ['Page', `/receipts/${hash}`],
    ['Agent', `${receipt.agent.name}, ${receipt.agent.account}`],
    ['Decision', `${receipt.decision}, ${receipt.decided_at}`],
    ['About', `${receipt.subject.kind} ${receipt.subject.reference}, SHA-256 ${receipt.subject.sha256}`],
    ['Reason', receipt.reason],
    ['Policy', `${receipt.merchant_policy.reference}, SHA-256 ${receipt.merchant_policy.sha256}`],
    ...receipt.evidence_items.map(({ id, kind, sha256 }) => ['Evidence', `${id} (${kind}), SHA-256 ${sha256}`]),
    ...signatureLines(await judgeReceiptSignatures(receipt, keys)),
    ['Mandate', `The decision is ${scopeWords[scope.result]}.`],
  ];
  process.stdout.write(`${columns(facts)}\n${boundLines(scope)}\n`);
};

/**
 * Checks one receipt, or all: its members, its hash, its mandate, and its signatures with the listed keys.
 * @throws CommandError with every problem; a decision outside its mandate and a missing signature are shown, and are not problems.
 */
export const check = async (wanted: string | undefined, { root }: Rooted): Promise<void> => {
  const { keys } = readListedKeys(root);
  const { receipts, problems } =
    wanted === undefined ? readReceipts(root) : { receipts: [needed(root, wanted)], problems: [] };
  const own = findOwnAgent(root);
  const warnings = receipts.flatMap(({ receipt }) => foreignAgentWarnings(receipt, own));
  if (warnings.length > 0) process.stderr.write(`${warnings.join('\n')}\n`);
  const wrong: string[] = [];
  const rows: string[][] = [];
  for (const { hash, receipt } of receipts) {
    const judged = await judgeReceiptSignatures(receipt, keys);
    const origin = judgeOrigin(judged);
    rows.push([receipt.receipt_id, hash, originWords[origin], scopeWords[checkMandateScope(receipt).result]]);
    for (const [index, { result, rule, when }] of judged.entries())
      if (result === 'fail') wrong.push(`${receipt.receipt_id}: signatures[${index}]: ${rule}: ${when}`);
  }
  if (rows.length > 0) process.stdout.write(`${columns(rows)}\n`);
  if (problems.length > 0) wrong.unshift(problemReport(problems));
  if (wrong.length > 0) throw new CommandError(wrong.join('\n'));
  process.stdout.write(`${counted(receipts.length, 'receipt')}: no problems.\n`);
};
