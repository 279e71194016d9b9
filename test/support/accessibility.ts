import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Contrast follows from the look of a text: its colour, its size and what it lies on. So a text that looks like one that
 * passed is not measured again: a page has thousands of texts of some dozen looks, and measuring them is most of the
 * work of axe. In pictures, text lies on marks that it is not a part of; there, each is measured.
 */
const MEASURE_EACH_LOOK_ONCE = `{
  const check = axe._audit.checks['color-contrast'];
  const measure = check.evaluate;
  const passed = new Set();
  const stylesOf = (node, names) => names.map((name) => node.getComputedStylePropertyValue(name)).join();
  // Axe makes its nodes anew for each run, so that none keeps the colours of another scheme.
  const grounds = new WeakMap();
  const groundOf = (node) => {
    if (!node) return '';
    if (!grounds.has(node)) {
      const own = stylesOf(node, ['background-color', 'background-image', 'opacity', 'mix-blend-mode', 'position']);
      grounds.set(node, own + ' in ' + groundOf(node.parent));
    }
    return grounds.get(node);
  };
  const lookOf = (node) =>
    stylesOf(node, ['color', 'font-size', 'font-weight', 'text-shadow']) + ' on ' + groundOf(node);
  check.evaluate = function (element, options, node) {
    const measured = () => measure.call(this, element, options, node);
    // What is hidden passes unseen.
    if (element.closest('figure, svg') || !axe.commons.dom.isVisibleOnScreen(element)) return measured();
    const look = lookOf(node);
    if (passed.has(look)) return true;
    const passes = measured();
    if (passes) passed.add(look);
    return passes;
  };
}`;

/** For rules that axe leaves out unless asked. */
const on = { enabled: true };

/**
 * What axe finds wrong with a page, as `rule: the first elements`; by all of its rules, with the size of targets and
 * whether names hold the visible words, or by the rules named. Always checks the whole page.
 */
export const accessibilityViolations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // Half a megabyte, which takes as long as checking a small page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axeSource}\n${MEASURE_EACH_LOOK_ONCE}`);
  const options: axe.RunOptions = {
    // Describing the thousands of passing elements takes longer than checking them.
    resultTypes: ['violations'],
    ...(rules ? { runOnly: [...rules] } : { rules: { 'target-size': on, 'label-content-name-mismatch': on } }),
  };
  return page.evaluate<string[]>(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' ')))`);
};
