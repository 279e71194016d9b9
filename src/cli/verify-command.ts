import { Command, CommanderError } from 'commander';
import { openKeptRequest } from '../domain/verification/kept-request.ts';
import type { Verification, VerifyOptions } from '../domain/verification/verification.ts';
import { verifyText } from '../domain/verification/verify.ts';
import { webSha256 } from '../domain/verification/web-digest.ts';
import { repeatedOption } from './repeated-options.ts';
import { allowClosedPipe, CommandError, printable, printableJson } from './terminal.ts';
import type { VerificationAtNode } from './verify-at-node.ts';
import { openKeys } from './verify-keys.ts';
import { print, printVerification } from './verify-report.ts';
import { type FindOptions, openVerifySource } from './verify-source.ts';
import { runVectors } from './verify-vectors.ts';

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

/** Verifies one document, prints what it came to, and sets the exit code. */
const verifyTarget = async (
  target: string,
  { from: base, json, keys, pin }: Options,
  { findReceipt, node, verify = verifyText }: Means,
): Promise<void> => {
  const { bytes, from, receiptHash, service } = await openVerifySource(target, { base, findReceipt });
  const kept = openKeptRequest(bytes);
  const verification = await verify(kept === undefined ? bytes : Buffer.from(kept.receipt), {
    sha256: webSha256,
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
