/** A broken rule inside a record: the path to the member, and what is wrong and expected. */
export interface RuleProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
