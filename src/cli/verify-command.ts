import { createReadStream, existsSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnchorCheck } from '../domain/anchors/anchor-check.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import { parseStrictJson, VERIFIED_VALUES_MAX } from '../domain/json/strict-json.ts';
import { readKeys } from '../domain/keys/keys-document.ts';
import { type KnownKey, knownKeys } from '../domain/keys/public-key.ts';
import type { ConstraintResult } from '../domain/receipts/mandate-scope.ts';
import { boundWords, MANDATE_QUESTION } from '../domain/receipts/mandate-words.ts';
import { receiptPaths } from '../domain/receipts/published-receipt.ts';
import { nextStepOf, questions, worstFirst } from '../domain/verification/answers.ts';
import type { Answers, Verification, VerifyOptions } from '../domain/verification/verification.ts';
import { verifyText } from '../domain/verification/verify.ts';
import { isServiceError } from '../domain/vocabulary/errors.ts';
import { VERIFIED_BYTES_MAX } from '../domain/vocabulary/service.ts';
import { columns, CommandError, printable, printableInLine, printableJson, runCommand } from './terminal.ts';

/** The time limit of a request, until the last byte has arrived. */
const TIMEOUT_MS = 15_000;

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** The hash in the last segment of a path or address, with or without `.json`. */
const hashInName = (path: string): Sha256Hex | undefined =>
  /(?:^|[/\\])([0-9a-fA-F]{64})(?:\.json)?$/.exec(path)?.[1]?.toLowerCase();

const readBounded = async (body: AsyncIterable<Uint8Array>, from: string): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > VERIFIED_BYTES_MAX)
      throw new CommandError(`${from} has more than the ${VERIFIED_BYTES_MAX} bytes that are read.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * What an http(s) address answers. A redirect is named and not followed: nobody is asked but the one who was named.
 * @throws CommandError when it gives no answer, another status than 200, or too much.
 */
const readAddress = async (address: string): Promise<Uint8Array> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(address, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
    const { status } = answer;
    if (status >= 300 && status <= 399)
      throw new CommandError(
        `${address} redirects. Name the other address if you trust it: ${printableInLine(answer.headers.get('location') ?? 'none is given')}`,
      );
    if (status !== 200) throw new CommandError(`${address} answers with status ${status}.`);
    if (/^text\/html/i.test(answer.headers.get('content-type') ?? ''))
      throw new CommandError(
        `${address} is a page for people. Name the address of its document: the page links to it.`,
      );
    return answer.body === null ? new Uint8Array() : await readBounded(answer.body, address);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const why =
      error instanceof Error && error.name === 'TimeoutError'
        ? `no answer within ${TIMEOUT_MS / 1000} s`
        : 'no connection';
    throw new CommandError(`${address} did not answer: ${why}.`);
  }
};

/**
 * What an address answers, or a file holds, which may be a pipe or device, whose size nobody knows before it is read.
 * @param what what a file is, for the refusal of one that cannot be read.
 */
const read = async (from: string, what: string): Promise<Uint8Array> =>
  isAddress(from)
    ? readAddress(from)
    : readBounded(createReadStream(from), from).catch((error: unknown) => {
        if (error instanceof CommandError) throw error;
        throw new CommandError(`There is no readable ${what} ${basename(from)}.`);
      });

/**
 * The bytes of a file, an http(s) address or, for `-`, of standard input, with the hash in its name; of a bare receipt hash,
 * the evidence pack at the service.
 * @param base the base address of the service that is asked about a bare hash.
 * @throws CommandError when there is none, or it is too large or too slow.
 */
const openTarget = async (target: string, base: string | undefined) => {
  if (target === '-') return { bytes: await readBounded(process.stdin, 'standard input'), from: 'standard input' };
  if (isAddress(target) || existsSync(target)) {
    const receiptHash = hashInName(isAddress(target) ? new URL(target).pathname : target);
    return { bytes: await read(target, 'document'), from: target, receiptHash };
  }
  if (!/^[0-9a-fA-F]{64}$/.test(target))
    throw new CommandError(
      `There is no file ${basename(target)}, and it is neither an address nor a hash of 64 digits.`,
    );
  if (base === undefined)
    throw new CommandError('There is no such file. Name a service to ask about the hash with --from <base address>.');
  const receiptHash = target.toLowerCase();
  const from = `${base.replace(/\/+$/, '')}${receiptPaths.evidencePack(receiptHash)}`;
  return { bytes: await readAddress(from), from, receiptHash };
};

const parse = (text: Uint8Array, from: string): unknown => {
  try {
    return parseStrictJson(text, { maxValues: VERIFIED_VALUES_MAX }).value;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    throw new CommandError(`The keys of ${from} are refused: they are not acceptable JSON.`);
  }
};

/**
 * The keys that a signature is judged by. Without a list they are those that the service publishes,
 * if one is named; a service that publishes none gives none.
 * @param list a file or http(s) address of a keys document. @param service the address of a service
 * @throws CommandError when a list cannot be read, or is refused, with every reason.
 */
const openKeys = async (list: string | undefined, service: string | undefined): Promise<KnownKey[]> => {
  const origin = service && new URL(service).origin;
  const from = list ?? (origin && `${origin}/static/keys.json`);
  if (from === undefined) return [];
  const text = await read(from, 'keys file').catch((error: unknown) => {
    if (list === undefined) return undefined;
    throw error;
  });
  if (text === undefined) return [];
  const { keys, problems } = await readKeys(parse(text, from));
  if (problems.length > 0) throw new CommandError(`The keys of ${from} are refused:\n${problems.join('\n')}`);
  if (isAddress(from)) return knownKeys(keys, { by: 'address', address: list ?? origin! });
  return knownKeys(keys, { by: 'file', name: basename(from) });
};

/** A verification, and where a node was asked, what it said of the anchor; null when the document names no transaction. */
export interface VerificationAtNode extends Verification {
  readonly anchor_at_node?: readonly AnchorCheck[] | null;
}

const exitCodes: Readonly<Record<Verification['outcome'], number>> = { pass: 0, fail: 1, unverified: 2, unusable: 3 };

/** One form of the command: how it is called, how it asks a node if it can, and what its help says about that. */
interface Form {
  readonly name: string;
  readonly verifyAtNode?: (bytes: Uint8Array, how: VerifyOptions, node: string) => Promise<VerificationAtNode>;
  readonly help: string;
}

/** Writes a text and a line feed to standard output. */
const print = (text: string): void => void process.stdout.write(`${printable(text)}\n`);

/** Each bound of a mandate on a line of its own: kept, broken or open, and why. */
export const boundLines = (constraints: readonly ConstraintResult[]): string =>
  constraints.length === 0
    ? '  The mandate sets no bounds.'
    : columns(
        constraints.map(({ type, result, reason, settled_by }) => [
          `  ${boundWords[result]}`,
          type,
          settled_by === null ? reason : `${reason} Settled by: ${settled_by}`,
        ]),
      );

const checkLines = (checks: readonly Readonly<Record<'result' | 'id' | 'reason', string>>[]): string =>
  columns(checks.map(({ result, id, reason }) => [result, id, reason]));

/**
 * Prints a verification for people: the headline, the three answers, the mandate, the checks, the next step.
 * @param from where the document comes from.
 * @param node the address of the node that was asked, if one was.
 * @param receipts where the receipts come from that were given with it.
 */
const printVerification = (
  verification: VerificationAtNode,
  { from, node, receipts }: { from: string; node: string | undefined; receipts: readonly string[] },
): void => {
  const { kind, hash_sha256, outcome, headline, answers, mandate, checks, anchor_at_node } = verification;
  print(
    `${printableInLine(from)}\n${kind ?? 'unknown kind'}${hash_sha256 ? `, hash ${hash_sha256}` : ''}\n\n${printableInLine(headline)}\n`,
  );
  const asked = Object.entries(questions).map(([id, question]) => ({ question, ...answers[id as keyof Answers] }));
  print(columns(asked.map(({ question, result, words }) => [question, result, words])));
  if (mandate !== null) {
    print(`\n${MANDATE_QUESTION} ${boundWords[mandate.result]}\n${boundLines(mandate.constraints)}`);
    for (const [at, { reason }] of mandate.receipts.entries()) print(`  ${printableInLine(receipts[at]!)}: ${reason}`);
  }
  print(`\n${checkLines(worstFirst(checks))}`);
  if (anchor_at_node !== undefined) {
    print(`\nThe anchor, according to the node ${node}`);
    print(anchor_at_node ? checkLines(anchor_at_node) : 'The document names no transaction to look up at a node.');
  }
  print(`\nNext: ${nextStepOf(answers)}`);
  const open = asked.filter(({ result }) => result !== 'pass').map(({ question }) => question);
  if (outcome === 'unverified') print(`Exit code 2, as not everything is shown: ${open.join(' ')}`);
};

const helpOf = ({ name, help }: Form): string => `Usage: ${name} [options] <target> [--receipts <receipt>...]

Verify a decision receipt, intake receipt, evidence pack, work order pack, runner receipt, anchor record, agent card
or manifest of the data without asking the service that made it.

The target is a file, a receipt hash of 64 digits, an http(s) address, or - for standard input.

Options:
  --from <base address>     service to ask for the evidence pack of a hash
  --keys <file or address>  keys document of the signer; without it, that of the service named by --from or an address
  --receipts <receipt>...   further receipts: accepted decisions under the same mandate count toward its budget
  --json                    print the result as JSON
  --node <address>          ${help}
  -h, --help                print this help

Exit codes: 0 intact, signed and anchored, 1 something failed, 2 something is unverified, 3 the input cannot be used.
2 does not mean signed: in the output of --json, answers.from_whom.result is "pass" only for a good signature.`;

const options = {
  from: { type: 'string' },
  keys: { type: 'string' },
  receipts: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  node: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Verifies the document that the arguments name, prints what it came to, and sets the exit code. */
const verifyTarget = async (form: Form): Promise<void> => {
  const { values, tokens } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true, tokens: true });
  const { from: base, keys, json, node, help } = values;
  if (help) return print(helpOf(form));
  const targets: string[] = [];
  const receipts: string[] = [];
  // What follows --receipts is a receipt, up to the next option.
  let list = targets;
  for (const token of tokens) {
    if (token.kind !== 'positional') list = targets;
    if (token.kind === 'option' && token.name === 'receipts') list = receipts;
    if (token.kind !== 'option-terminator' && (token.kind === 'positional' || list === receipts))
      list.push(token.value!);
  }
  const [target] = targets;
  if (target === undefined || targets.length > 1)
    throw new CommandError('Name one thing to verify: a file, a hash, an address or - for standard input.');
  if (base !== undefined && !isAddress(base)) throw new CommandError('--from takes an http or https address.');
  if (node !== undefined && !form.verifyAtNode) throw new CommandError(`--node: ${form.help}`);
  const { bytes, from, receiptHash } = await openTarget(target, base);
  let opened: Promise<KnownKey[]> | undefined;
  const how = {
    receiptHash,
    keys: () => (opened ??= openKeys(keys, isAddress(target) ? target : base)),
    receipts: await Promise.all(receipts.map((one) => read(one, 'receipt'))),
  };
  const verification = node ? await form.verifyAtNode!(bytes, how, node) : await verifyText(bytes, how);
  // Set before anything is printed: a reader that closes the pipe ends the process, and does not change what was found.
  process.exitCode = exitCodes[verification.outcome];
  if (json) print(printableJson(verification, 2));
  else printVerification(verification, { from, node, receipts });
};

/** Runs the command with the arguments of the process; what cannot be used ends in exit code 3 and one sentence. */
export const runVerifyCommand = (form: Form): Promise<void> => runCommand(() => verifyTarget(form), 3);
