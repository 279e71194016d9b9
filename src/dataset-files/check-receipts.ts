import { createPublicKey, verify } from 'node:crypto';
import { pointerNames } from '../domain/json/pointer.ts';
import { parseStrictJson } from '../domain/json/strict-json.ts';
import type { PublicKey } from '../domain/keys/public-key.ts';
import { findSignatureHeader, type Signature } from '../domain/keys/signature.ts';
import { DecisionReceipt, receiptCanonicalText } from '../domain/receipts/decision-receipt.ts';
import type { PublishedReceipt } from '../domain/receipts/published-receipt.ts';
import { receiptHash } from '../domain/receipts/published-receipt.ts';
import { isServiceError } from '../domain/vocabulary/errors.ts';
import { schemaId, schemaPath } from '../domain/vocabulary/service.ts';
import { KEYS_FILE } from './check-keys.ts';
import { type DatasetProblem, fieldName, issueMessages } from './problem-report.ts';
import type { FileTexts } from './read-files.ts';
import { lineFinder } from './yaml-file.ts';

/** The folder of the receipts that the maintainers publish (SPEC.md §7.4), one per JSON file. */
export const RECEIPTS_FOLDER = 'datasets/decision-receipts';

const describedIn = schemaPath(schemaId('decision-receipt.schema'));

const pathOf = (pointer: string): (string | number)[] =>
  pointerNames(pointer).map((name) => (/^\d+$/.test(name) ? Number(name) : name));

/** The line that a JSON syntax problem names, for example `expected JSON from line 3, column 9 on`. */
const statedLine = (detail: string): number => Number(/ line (\d+),/.exec(detail)?.[1] ?? 1);

/** A receipt has fewer values than what is verified may have: its evidence pack repeats most of it (SPEC.md §3.1). */
const hashed = { numbers: 'integers', maxValues: 8_000 } as const;

type Checked = PublishedReceipt | { readonly problems: readonly DatasetProblem[] };

/** `JSON.rawJSON` and the source text of numbers, which the types of the language do not know yet. */
const { rawJSON } = JSON as unknown as { rawJSON(literal: string): unknown };
const asWritten = (_name: string, value: unknown, context?: { readonly source: string }): unknown =>
  typeof value === 'number' ? rawJSON(context!.source) : value;

/**
 * The value of a draft once it is completed. Until then each number is as it is written, so that none loses a digit.
 * @throws ServiceError like `parseStrictJson`, and what `complete` throws.
 */
const readDraft = (text: string, complete: (value: unknown) => unknown): unknown => {
  parseStrictJson(text);
  const completed = complete(JSON.parse(text, asWritten));
  return parseStrictJson(JSON.stringify(completed), hashed).value;
};

/**
 * The receipt in a JSON text, or every problem with it. Pure; throws only what `complete` does.
 * @param complete makes a receipt of a draft: it adds what the text leaves out. Numbers in it are as `JSON.rawJSON` keeps them.
 */
export const checkReceiptText = (file: string, text: string, complete?: (value: unknown) => unknown): Checked => {
  const lineAt = lineFinder(text);
  const problem = (path: readonly PropertyKey[], message: string, line = lineAt(path)): DatasetProblem => ({
    file,
    line,
    field: fieldName(path),
    message,
    describedIn,
  });
  if (text.includes('\ufffd')) {
    return { problems: [problem([], 'holds bytes that are not UTF-8; expected a file saved as UTF-8', 1)] };
  }
  let value: unknown;
  try {
    value = complete ? readDraft(text, complete) : parseStrictJson(text, hashed).value;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return {
      problems: error.errors.map(({ pointer, detail }) =>
        pointer === ''
          ? problem([], `is not acceptable JSON: ${detail}`, statedLine(detail))
          : problem(pathOf(pointer), `is not acceptable JSON: ${detail}`),
      ),
    };
  }
  const parsed = DecisionReceipt.safeParse(value, { reportInput: true });
  if (!parsed.success) {
    const messages = issueMessages(parsed.error.issues, describedIn);
    return { problems: messages.map(({ path, message }) => problem(path, message)) };
  }
  const receipt = parsed.data;
  try {
    return { hash: receiptHash(receipt), receipt };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return {
      problems: error.errors.map(({ pointer, detail }) => problem(pathOf(pointer), `is a different hash; ${detail}`)),
    };
  }
};

const checkReceiptFile = (file: string, text: string): Checked => {
  const name = /^\/([a-z0-9]+(?:-[a-z0-9]+)*)\.json$/.exec(file.slice(RECEIPTS_FOLDER.length))?.[1];
  if (name === undefined) {
    const message =
      'is not a receipt; expected a file directly in its folder, named in lower-case letters, digits and single hyphens, that ends in .json';
    return { problems: [{ file, line: 1, field: '', message, describedIn }] };
  }
  const checked = checkReceiptText(file, text);
  if ('problems' in checked || checked.receipt.receipt_id === name) return checked;
  const message = `is "${checked.receipt.receipt_id}"; expected the name of the file, ${name}`;
  return { problems: [{ file, line: lineFinder(text)(['receipt_id']), field: 'receipt_id', message, describedIn }] };
};

/** The receipts among the files, ordered by file name, and all their problems. Pure; never throws. */
export const checkReceipts = (texts: FileTexts): { receipts: PublishedReceipt[]; problems: DatasetProblem[] } => {
  const checked = Object.keys(texts)
    .filter((file) => file.startsWith(`${RECEIPTS_FOLDER}/`))
    .toSorted()
    .map((file) => checkReceiptFile(file, texts[file]!));
  return {
    receipts: checked.flatMap((one) => ('receipt' in one ? [one] : [])),
    problems: checked.flatMap((one) => ('problems' in one ? one.problems : [])),
  };
};

/** What `isSignatureOf` finds, at once: the check of the files waits for nothing. */
const isSignedBy = ({ public_key }: PublicKey, { protected: header, signature }: Signature, text: string): boolean =>
  verify(
    null,
    Buffer.from(`${header}.${Buffer.from(text).toString('base64url')}`),
    createPublicKey({ key: { ...public_key }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );

/** Why a signature does not show that the receipt is as it was signed; undefined where it does. */
const whyDoubtful = (signature: Signature, keys: readonly PublicKey[], text: string): string | undefined => {
  const kid = findSignatureHeader(signature)?.kid;
  if (kid === undefined)
    return 'has a protected header that is not understood; expected the signature as npm run receipts -- issue writes it';
  const key = keys.find((one) => one.kid === kid);
  if (key === undefined) return `is by a key that ${KEYS_FILE} does not list; expected the key ${kid} there`;
  return isSignedBy(key, signature, text)
    ? undefined
    : 'is not that of the key over this receipt; expected the receipt as it was signed, and a correction as a new one that names it';
};

/** The signatures that do not show their receipt as one of these keys signed it: what was published is never edited (SPEC.md §7.4). */
export const checkUnchanged = (
  receipts: readonly PublishedReceipt[],
  keys: readonly PublicKey[],
  texts: FileTexts,
): DatasetProblem[] =>
  receipts.flatMap(({ receipt }) => {
    const { receipt_id, signatures = [] } = receipt;
    const file = `${RECEIPTS_FOLDER}/${receipt_id}.json`;
    const text = receiptCanonicalText(receipt);
    return signatures.flatMap((signature, index) => {
      const message = whyDoubtful(signature, keys, text);
      const path = ['signatures', index];
      return message
        ? [{ file, line: lineFinder(texts[file])(path), field: fieldName(path), message, describedIn }]
        : [];
    });
  });
