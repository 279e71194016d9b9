import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { parseNodeAddress } from '../chain/anchor-at-node.ts';
import { nextStepOf, worstFirst } from '../domain/verification/answers.ts';
import { checkTestVector, TestVectorIndex } from '../domain/verification/test-vector.ts';
import type { Verification } from '../domain/verification/verification.ts';
import { verifyText } from '../domain/verification/verify.ts';
import { webSha256 } from '../domain/verification/web-digest.ts';
import { columns, CommandError, printable } from './terminal.ts';
import { type VerificationAtNode, verifyAtNode } from './verify-at-node.ts';
import { openKeys } from './verify-keys.ts';
import { openVerifySource } from './verify-source.ts';

const exitCodes: Readonly<Record<Verification['outcome'], number>> = { pass: 0, fail: 1, unverified: 2, unusable: 3 };

interface Options {
  readonly from?: string;
  readonly receipts: string;
  readonly vectors?: string;
  readonly node?: string;
  readonly json?: true;
  readonly keys?: string;
  readonly pin: readonly string[];
}

const print = (text: string): void => void process.stdout.write(`${printable(text)}\n`);

const questions = { intact: 'Intact?', from_whom: 'From whom?', since_when: 'Since when?' } as const;

const printVerification = (
  { kind, hash_sha256, headline, answers, checks, anchor_at_node }: Verification & Partial<VerificationAtNode>,
  { from, node }: { from: string; node: string | undefined },
): void => {
  print(`${from}\n${kind ?? 'unknown kind'}${hash_sha256 ? `, hash ${hash_sha256}` : ''}\n\n${headline}\n`);
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
};

const verifyTarget = async (target: string, options: Options): Promise<number> => {
  const { from: base, receipts, node, json, keys, pin } = options;
  const address = node === undefined ? undefined : parseNodeAddress(node);
  const { bytes, from, receiptHash, service } = await openVerifySource(target, { base, receiptsFolder: receipts });
  const how = { sha256: webSha256, receiptHash, keys: () => openKeys({ keys, pin, service: service ?? base }) };
  const verification: Verification & Partial<VerificationAtNode> =
    address === undefined ? await verifyText(bytes, how) : await verifyAtNode(bytes, how, address);
  if (json) print(JSON.stringify(verification, null, 2));
  else printVerification(verification, { from, node });
  return exitCodes[verification.outcome];
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

const runVectors = async (folder: string, { json }: Options): Promise<number> => {
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
      differences: await checkTestVector(vector, read, webSha256),
    });
  }
  const wrong = results.filter(({ differences }) => differences.length > 0);
  if (json) print(JSON.stringify(results, null, 2));
  else {
    for (const { name, rule, differences } of results) {
      print(
        differences.length === 0
          ? `as expected  ${name}`
          : `UNEXPECTED   ${name}: ${rule}\n    ${differences.join('\n    ')}`,
      );
    }
    print(`\n${results.length - wrong.length} of ${results.length} vectors as expected.`);
  }
  return wrong.length === 0 ? 0 : 1;
};

const program = new Command('verify')
  .description(
    'Verify a decision receipt, intake receipt, evidence pack, work order pack or runner receipt without asking the service that made it.',
  )
  .argument('[target]', 'a file, a receipt hash of 64 digits, or an http(s) address')
  .option('--from <base address>', 'service to ask for evidence on a hash without a local receipt')
  .option('--receipts <folder>', 'folder of receipts to search for a hash', 'datasets/decision-receipts')
  .option('--node <address>', 'ask this Concordium node about the anchor of an evidence pack (https://host:port)')
  .option(
    '--keys <file or address>',
    'keys document of the signer; without it, that of the service named by --from or an address',
  )
  .option(
    '--pin <thumbprint>',
    'accept only this key (repeatable); it is known as pinned by you',
    (thumbprint: string, before: readonly string[]) => [...before, thumbprint],
    [] as readonly string[],
  )
  .option('--vectors <folder>', 'run the test vectors in this folder instead')
  .option('--json', 'print the result as JSON')
  .addHelpText(
    'after',
    '\nExit codes: 0 intact, signed and anchored, 1 something failed, 2 something is unverified, 3 the input cannot be used.',
  )
  .exitOverride()
  .action(async (target: string | undefined, options: Options) => {
    if ((target === undefined) === (options.vectors === undefined)) {
      throw new CommandError('Name one thing to verify: a file, a hash or an address, or a folder with --vectors.');
    }
    process.exitCode =
      target === undefined ? await runVectors(options.vectors!, options) : await verifyTarget(target, options);
  });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 3;
  else {
    process.stderr.write(`${error instanceof Error ? printable(error.message) : String(error)}\n`);
    process.exitCode = 3;
  }
}
