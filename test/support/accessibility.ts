import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** For rules that axe leaves out unless asked. */
const on = { enabled: true };

/**
 * What axe finds wrong with a page, as `rule: the first elements`; by all of its rules, with the size of targets and
 * whether names hold the visible words, or by the rules named. Always checks the whole page.
 */
export const accessibilityViolations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // Half a megabyte, which takes as long as checking a small page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    // Describing the thousands of passing elements takes longer than checking them.
    resultTypes: ['violations'],
    ...(rules ? { runOnly: [...rules] } : { rules: { 'target-size': on, 'label-content-name-mismatch': on } }),
  };
  return page.evaluate<string[]>(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' ')))`);
};
