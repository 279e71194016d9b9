import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe finds wrong with a page, as `rule: the first elements`; by all of its rules, or by those named.
 * The whole page is looked at in every case: it has no frames, so one run inside it sees everything.
 */
export const accessibilityViolations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // Describing the thousands of elements that pass takes longer than looking at them.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html)
        .slice(0, 3)
        .join(' ')}`,
  );
};
