import { sealInWords, type SealResults, sealRings } from '../components/graphics/seal.ts';
import { find } from './page-elements.ts';

const draw = (seal: Element, results: SealResults): void => {
  for (const { id, attributes } of sealRings(results)) {
    const ring = find(`[data-ring="${id}"]`, seal);
    for (const [name, value] of Object.entries(attributes)) ring.setAttribute(name, value);
  }
};

/** Draws a live seal anew, from open to what was found, and says in words what it shows where it is read out. */
export const renewSeal = (seal: SVGElement, changes: Partial<SealResults>): void => {
  const before = JSON.parse(seal.dataset['seal']!) as SealResults;
  const results = { ...before, ...changes };
  draw(seal, before);
  // A ring closes only from a state that was drawn.
  seal.getBoundingClientRect();
  draw(seal, results);
  if (seal.hasAttribute('aria-label')) {
    seal.setAttribute('aria-label', sealInWords(results));
    find('title', seal).textContent = sealInWords(results);
  }
};
