/** What a link to the page of the runner opens at. */
export interface LinkedRun {
  readonly scenario: string;
  readonly seed: string;
  /** How many moves are made. */
  readonly step: number;
}

/** The query of a link to a run. */
export const queryOf = ({ scenario, seed, step }: LinkedRun): string =>
  `?${new URLSearchParams({ scenario, seed, step: String(step) })}`;

/**
 * What a query asks for; what it leaves out, and what nobody can have meant, is that of the usual run. Whether a seed is too
 * long, the service says.
 * @param scenarios the scenarios that there are.
 */
export const readQuery = (query: string, scenarios: readonly string[], usual: LinkedRun): LinkedRun => {
  const asked = new URLSearchParams(query);
  const scenario = asked.get('scenario') ?? '';
  const seed = asked.get('seed') ?? '';
  const step = asked.get('step') ?? '';
  return {
    scenario: scenarios.includes(scenario) ? scenario : usual.scenario,
    seed: seed === '' ? usual.seed : seed,
    step: /^\d{1,2}$/.test(step) ? Number(step) : usual.step,
  };
};
