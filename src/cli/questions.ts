import { createInterface } from 'node:readline';
import { CommandError } from './terminal.ts';

/** Asks people at a terminal, or takes the lines of a file, one answer a line. */
export interface Questions {
  /** The next answer, without spaces at its ends. @throws CommandError when there are no more. */
  ask(question: string): Promise<string>;
  /** Tells something between two questions. */
  tell(text: string): void;
  /** Whether somebody is there who can answer better after a wrong answer. */
  readonly canAskAgain: boolean;
  close(): void;
}

/** Questions on standard error, answers from standard input: what a command prints stays clean. */
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
    tell: (text) => void process.stderr.write(`${text}\n`),
    close: () => reader.close(),
  };
};
