import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe finds wrong with a page, as `rule: the first elements`; by all of its rules and the size of targets, or by
 * the rules named. Always checks the whole page.
 */
export const accessibilityViolations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // Half a megabyte, which takes as long as checking a small page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    // Describing the thousands of passing elements takes longer than checking them.
    resultTypes: ['violations'],
    ...(rules ? { runOnly: [...rules] } : { rules: { 'target-size': { enabled: true } } }),
  };
  return page.evaluate<string[]>(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' ')))`);
};
