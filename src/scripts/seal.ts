import {
  coverageLooks,
  mandateMark,
  resultLooks,
  sealInWords,
  type SealResults,
  sealRings,
} from '../components/graphics/seal.ts';
import { boundWords } from '../domain/receipts/mandate-words.ts';
import type { Answer, Answers, Verification } from '../domain/verification/verification.ts';
import { find } from './page-elements.ts';

const draw = (seal: Element, results: SealResults): void => {
  for (const { id, attributes } of sealRings(results)) {
    const ring = find(`[data-ring="${id}"]`, seal);
    for (const [name, value] of Object.entries(attributes)) ring.setAttribute(name, value);
  }
  const mark = find('[data-mark]', seal);
  for (const [name, value] of Object.entries(mandateMark(results.mandate))) mark.setAttribute(name, value);
};

/** Draws a live seal anew, from open to what was found, and says in words what it shows where it is read out. */
const renewSeal = (seal: SVGElement, changes: Partial<SealResults>): void => {
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

const showBadge = (within: ParentNode, look: string, words: string): void => {
  const badge = find('.badge', within);
  badge.className = `badge ${look}`;
  badge.textContent = words;
};

const showAnswer = (id: string, { result, words, next_step }: Answer, within: ParentNode): void => {
  const place = find(`[data-answer="${id}"]`, within);
  showBadge(place, resultLooks[result], result);
  find('.any', place).textContent = words;
  find('small', place).textContent = result === 'pass' ? '' : next_step.replaceAll('`', '');
};

/** Shows these answers in place of those of a live seal (components/SealedAnswers.astro). */
export const renewAnswers = (
  answers: Partial<Answers>,
  within: ParentNode = document,
  more: Partial<SealResults> = {},
) => {
  for (const [id, answer] of Object.entries(answers)) showAnswer(id, answer, within);
  const results = Object.fromEntries(Object.entries(answers).map(([id, { result }]) => [id, result]));
  renewSeal(find<SVGElement>('[data-seal]', within), { ...results, ...more });
};

/** Shows what a verification found there: its answers, and what it says of a mandate. */
export const showFound = ({ answers, mandate }: Verification, within: ParentNode): void => {
  find('[data-mandate]', within).hidden = mandate === null;
  if (mandate) {
    showBadge(find('[data-mandate]', within), coverageLooks[mandate.result], boundWords[mandate.result]);
    find('[data-mandate-words]', within).textContent = mandate.words;
  }
  renewAnswers(answers, within, { mandate: mandate?.result });
};
