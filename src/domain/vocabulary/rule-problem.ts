/** A broken rule in a record: the path of the member, and what is wrong and expected. */
export interface RuleProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
