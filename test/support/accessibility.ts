import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Contrast follows from the look of a text: its colour, its size and what it lies on. So a text that looks like one that
 * passed since the page was loaded is not measured again: a page has thousands of texts of some dozen looks, and measuring
 * them is most of the work of axe. In pictures, text lies on marks that it is not a part of; there, each is measured, but
 * not in their tables. A link in a text is told from it by its style or by its colour: colours are measured for the others.
 */
const MEASURE_WHAT_IS_NEEDED = `{
  const check = axe._audit.checks['color-contrast'];
  const rule = axe._audit.getRule('color-contrast');
  const { matches } = rule;
  const passed = new Set();
  const styleOf = (node, name) => node.getComputedStylePropertyValue(name);
  /** What of an element may lie behind its text, or lets shine through what does; '' where it changes nothing. */
  const layerOf = (node) => {
    const layer = ['background-color', 'background-image', 'opacity', 'mix-blend-mode', 'position'].map((name) =>
      styleOf(node, name));
    return layer.join() === 'rgba(0, 0, 0, 0),none,1,normal,static' ? '' : ' on ' + layer.join();
  };
  // Axe makes its nodes anew for each run, so that none keeps the colours of another scheme.
  const grounds = new WeakMap();
  const groundOf = (node) => {
    if (!node) return '';
    if (!grounds.has(node)) grounds.set(node, layerOf(node) + groundOf(node.parent));
    return grounds.get(node);
  };
  /** Large text may have less contrast (WCAG 2.2, 1.4.3). */
  const isLarge = (node) =>
    parseFloat(styleOf(node, 'font-size')) >= (styleOf(node, 'font-weight') >= 700 ? 14 : 18) * (96 / 72);
  const lookOf = (node) => [styleOf(node, 'color'), styleOf(node, 'text-shadow'), isLarge(node)].join() + groundOf(node);
  const hasText = (element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim() !== '');
  const quiet = { data() {}, relatedNodes() {} };
  rule.matches = function (element, node, context) {
    if (!hasText(element)) return false;
    const matched = () => matches.call(this, element, node, context);
    if (element.closest('svg') || (element.closest('figure') && !element.closest('table'))) return matched();
    const look = lookOf(node);
    if (passed.has(look) || !matched()) return false;
    // What is hidden passes unseen.
    if (!axe.commons.dom.isVisibleOnScreen(element)) return true;
    const passes = check.evaluate.call(quiet, element, check.options, node);
    if (passes) passed.add(look);
    // What cannot be told, as of a single character, is no violation.
    return passes === false;
  };

  const links = axe._audit.getRule('link-in-text-block');
  const style = axe._audit.checks['link-in-text-block-style'];
  const { matches: isInText } = links;
  links.matches = function (element, node, context) {
    return isInText.call(this, element, node, context) && style.evaluate.call(quiet, element, style.options, node) !== true;
  };
}`;

/** The rows of a table are made alike: hundreds of them say nothing that the first forty do not. Gives what puts the others back. */
const SET_LONG_TABLES_ASIDE = `(() => {
  const aside = [...document.querySelectorAll('tbody')].map((body) => [body, [...body.children].slice(40)]);
  for (const row of aside.flatMap(([, rows]) => rows)) row.remove();
  return () => aside.forEach(([body, rows]) => body.append(...rows));
})()`;

/** For rules that axe leaves out unless asked. */
const on = { enabled: true };

/**
 * What axe finds wrong with a page, as `rule: the first elements`; by all of its rules, with the size of targets and
 * whether names hold the visible words, or by the rules named. Always checks the whole page, but for most rows of long
 * tables.
 */
export const accessibilityViolations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // Half a megabyte, which takes as long as checking a small page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axeSource}\n${MEASURE_WHAT_IS_NEEDED}`);
  const options: axe.RunOptions = {
    // Describing the thousands of passing elements takes longer than checking them.
    resultTypes: ['violations'],
    ...(rules ? { runOnly: [...rules] } : { rules: { 'target-size': on, 'label-content-name-mismatch': on } }),
  };
  return page.evaluate<string[]>(`(async () => {
    const putBack = ${SET_LONG_TABLES_ASIDE};
    const { violations } = await axe.run(${JSON.stringify(options)}).finally(putBack);
    return violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' '));
  })()`);
};
