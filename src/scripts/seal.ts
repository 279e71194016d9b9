import { sealInWords, type SealResults, sealRings } from '../components/graphics/seal.ts';
import { find } from './page-elements.ts';

/** Draws a seal of the page anew, and says in words what it shows where it is read out. */
export const renewSeal = (seal: Element, results: SealResults): void => {
  for (const { id, attributes } of sealRings(results)) {
    const ring = find(`[data-ring="${id}"]`, seal);
    for (const [name, value] of Object.entries(attributes)) ring.setAttribute(name, value);
  }
  if (!seal.hasAttribute('aria-label')) return;
  seal.setAttribute('aria-label', sealInWords(results));
  find('title', seal).textContent = sealInWords(results);
};
