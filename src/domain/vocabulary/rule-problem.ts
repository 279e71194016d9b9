/** A broken rule in a record: the path of the member, and what is wrong and expected. */
export interface RuleProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The problem of a broken rule as a list; empty when the rule holds. */
export const problemIf = (broken: boolean, path: RuleProblem['path'], message: string): RuleProblem[] =>
  broken ? [{ path, message }] : [];
