import { requestFigures } from '../domain/intake-figures.ts';
import type { IntakeSummary } from '../domain/intake-summary.ts';
import { findAll } from './page-elements.ts';
import { afterPatience } from './patience.ts';

const ask = async (): Promise<readonly string[]> => {
  const answer = await fetch('/api/intake/summary', { signal: afterPatience() });
  return answer.ok ? requestFigures((await answer.json()) as IntakeSummary) : [];
};

/** Fills in the figures of a page that was built before there were any. Where the service cannot count, they stay unknown. */
const show = (figures: readonly string[]): void => {
  for (const [at, place] of findAll('[data-figures] strong').entries())
    place.textContent = figures[at] ?? 'not known now';
};

show(await ask().catch(() => []));
