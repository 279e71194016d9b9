import { createInterface } from 'node:readline';
import { CommandError } from './terminal.ts';

/** Asks at a terminal, or reads answers from a file, one per line. */
export interface Questions {
  /** The next answer, trimmed. @throws CommandError when there are no more. */
  ask(question: string): Promise<string>;
  /** Shows a message between two questions. */
  show(text: string): void;
  /** Whether a wrong answer can be corrected: true at a terminal. */
  readonly canAskAgain: boolean;
  close(): void;
}

/** Asks on standard error and reads standard input, so that standard output holds only results. */
export const openQuestions = (): Questions => {
  const canAskAgain = process.stdin.isTTY === true;
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: canAskAgain });
  const lines = reader[Symbol.asyncIterator]();
  return {
    canAskAgain,
    async ask(question) {
      process.stderr.write(question);
      const next = await lines.next();
      if (!canAskAgain) process.stderr.write('\n');
      if (next.done) throw new CommandError(`No answer is left for: ${question.trim()}`);
      return next.value.trim();
    },
    show: (text) => void process.stderr.write(`${text}\n`),
    close: () => reader.close(),
  };
};
