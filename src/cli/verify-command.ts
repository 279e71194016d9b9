import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import type { AnchorCheck } from '../domain/anchors/anchor-check.ts';
import { nextStepOf, questions, worstFirst } from '../domain/verification/answers.ts';
import { openKeptRequest } from '../domain/verification/kept-request.ts';
import { checkTestVector, TestVectorIndex } from '../domain/verification/test-vector.ts';
import type { Verification, VerifyOptions } from '../domain/verification/verification.ts';
import { verifyText } from '../domain/verification/verify.ts';
import {
  allowClosedPipe,
  columns,
  CommandError,
  printable,
  printableInLine,
  printableJson,
  repeatedOption,
} from './terminal.ts';
import { type FindOptions, openKeys, openVerifySource } from './verify-source.ts';

/** A verification with the checks of the anchor at a node; null when the document names no transaction. */
export interface VerificationAtNode extends Verification {
  readonly anchor_at_node: readonly AnchorCheck[] | null;
}

const exitCodes: Readonly<Record<Verification['outcome'], number>> = { pass: 0, fail: 1, unverified: 2, unusable: 3 };

/** The options that every form of the command has. */
export interface Options {
  readonly from?: string;
  readonly vectors?: string;
  readonly json?: true;
  readonly keys?: string;
  readonly pin: readonly string[];
}

/** What one form of the command has beside the rest: receipts at hand, and a node that it asks. */
export interface Means extends Pick<FindOptions, 'findReceipt'> {
  readonly node?: string | undefined;
  readonly verify?: (bytes: Uint8Array, how: VerifyOptions) => Promise<Verification & Partial<VerificationAtNode>>;
}

/** Writes a text and a line feed to standard output. */
const print = (text: string): void => void process.stdout.write(`${printable(text)}\n`);

/**
 * Prints a verification for people: the headline, the three answers, the checks, the next step.
 * @param from where the document comes from.
 * @param node the address of the node that was asked, if one was.
 */
const printVerification = (
  { kind, hash_sha256, outcome, headline, answers, checks, anchor_at_node }: Verification & Partial<VerificationAtNode>,
  { from, node }: { from: string; node: string | undefined },
): void => {
  print(
    `${printableInLine(from)}\n${kind ?? 'unknown kind'}${hash_sha256 ? `, hash ${hash_sha256}` : ''}\n\n${printableInLine(headline)}\n`,
  );
  print(
    columns(
      Object.entries(questions).map(([id, question]) => {
        const { result, words } = answers[id as keyof typeof questions];
        return [question, result, words];
      }),
    ),
  );
  print(`\n${columns(worstFirst(checks).map(({ result, id, reason }) => [result, id, reason]))}`);
  if (anchor_at_node !== undefined) {
    print(`\nThe anchor, according to the node ${node}`);
    print(
      anchor_at_node === null
        ? 'The document names no transaction to look up at a node.'
        : columns(anchor_at_node.map(({ result, id, reason }) => [result, id, reason])),
    );
  }
  print(`\nNext: ${nextStepOf(answers)}`);
  if (outcome === 'unverified') {
    const open = Object.entries(questions).filter(([id]) => answers[id as keyof typeof questions].result !== 'pass');
    print(`Exit code 2, as not everything is shown: ${open.map(([, question]) => question).join(' ')}`);
  }
};

const openVectors = async (folder: string): Promise<TestVectorIndex> => {
  let index: unknown;
  try {
    index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'));
  } catch {
    throw new CommandError(`${folder} contains no readable index.json.`);
  }
  const parsed = TestVectorIndex.safeParse(index);
  if (!parsed.success) throw new CommandError(`The index.json of ${folder} is not an index of test vectors.`);
  return parsed.data;
};

/** Runs every test vector of a folder and prints what it came to, and sets the exit code. */
const runVectors = async (folder: string, { json }: { json?: true | undefined }): Promise<void> => {
  const { vectors } = await openVectors(folder);
  const results = [];
  for (const vector of vectors) {
    const read = (file: string) =>
      readFile(join(folder, file)).catch(() => {
        throw new CommandError(`${folder} lacks the file ${file}.`);
      });
    results.push({
      name: vector.name,
      rule: vector.rule,
      differences: await checkTestVector(vector, read),
    });
  }
  const wrong = results.filter(({ differences }) => differences.length > 0);
  process.exitCode = wrong.length === 0 ? 0 : 1;
  if (json) print(printableJson(results, 2));
  else {
    for (const { name, rule, differences } of results) {
      print(
        differences.length === 0
          ? `as expected  ${printableInLine(name)}`
          : `UNEXPECTED   ${printableInLine(`${name}: ${rule}`)}\n    ${differences.map(printableInLine).join('\n    ')}`,
      );
    }
    print(`\n${results.length - wrong.length} of ${results.length} vectors as expected.`);
  }
};

/** Verifies one document, prints what it came to, and sets the exit code. */
const verifyTarget = async (
  target: string,
  { from: base, json, keys, pin }: Options,
  { findReceipt, node, verify = verifyText }: Means,
): Promise<void> => {
  const { bytes, from, receiptHash, service } = await openVerifySource(target, { base, findReceipt });
  const kept = openKeptRequest(bytes);
  const verification = await verify(kept === undefined ? bytes : Buffer.from(kept.receipt), {
    body: kept?.body,
    receiptHash,
    keys: () => openKeys({ keys, pin, service: service ?? base }),
  });
  // Set before anything is printed: a reader that closes the pipe ends the process, and does not change what was found.
  process.exitCode = exitCodes[verification.outcome];
  if (json) print(printableJson(verification, 2));
  else printVerification(verification, { from, node });
};

/**
 * The command that verifies documents and runs test vectors.
 * @param meansFor what this form of the command has, by the options that were given.
 */
export const buildVerifyCommand = <More>(name: string, meansFor: (options: Options & More) => Means): Command =>
  new Command(name)
    .description(
      'Verify a decision receipt, intake receipt, evidence pack, work order pack, runner receipt, anchor record, agent card or manifest of the data without asking the service that made it.',
    )
    .argument('[target]', 'a file, a receipt hash of 64 digits, an http(s) address, or - for standard input')
    .option('--from <base address>', 'service to ask for evidence on a hash without a local receipt')
    .option(
      '--keys <file or address>',
      'keys document of the signer; without it, that of the service named by --from or an address',
    )
    .addOption(
      repeatedOption(
        '--pin <thumbprint>',
        'accept only this key, known as pinned by you: what it did not sign is unverified, not failed',
      ),
    )
    .option('--vectors <folder>', 'run the test vectors in this folder instead')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 intact, signed and anchored, 1 something failed, 2 something is unverified, 3 the input cannot be used.\n2 does not mean signed: in the output of --json, answers.from_whom.result is "pass" only for a good signature.',
    )
    .exitOverride()
    .action(async (target: string | undefined, options: Options & More) => {
      if ((target === undefined) === (options.vectors === undefined)) {
        throw new CommandError(
          'Name one thing to verify: a file, a hash, an address or - for standard input, or a folder with --vectors.',
        );
      }
      await (target === undefined
        ? runVectors(options.vectors!, options)
        : verifyTarget(target, options, meansFor(options)));
    });

/** Runs the command with the arguments of the process; what cannot be used ends in exit code 3 and one sentence. */
export const runVerifyCommand = async (command: Command): Promise<void> => {
  allowClosedPipe();
  try {
    await command.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 3;
    else {
      process.stderr.write(`${printable(error instanceof Error ? error.message : String(error))}\n`);
      process.exitCode = 3;
    }
  }
};
