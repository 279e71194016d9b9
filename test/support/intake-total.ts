/** The number of requests that a service has, as its summary says. */
export const intakeTotal = async (site: string): Promise<number> => {
  // The summary may be answered from memory for two seconds; a request is on disk before its receipt is seen.
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const answer = await fetch(`${site}/api/intake/summary`);
  return ((await answer.json()) as { total: number }).total;
};
