import { nextStepOf, worstFirst } from '../domain/verification/answers.ts';
import type { Verification } from '../domain/verification/verification.ts';
import { columns, printable, printableInLine } from './terminal.ts';
import type { VerificationAtNode } from './verify-at-node.ts';

/** Writes a text and a line feed to standard output. */
export const print = (text: string): void => void process.stdout.write(`${printable(text)}\n`);

const questions = { intact: 'Intact?', from_whom: 'From whom?', since_when: 'Since when?' } as const;

/**
 * Prints a verification for people: the headline, the three answers, the checks, the next step.
 * @param from where the document comes from.
 * @param node the address of the node that was asked, if one was.
 */
export const printVerification = (
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
