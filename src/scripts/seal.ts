import { coverageLooks, drawSeal, resultLooks, type SealResults } from '../components/graphics/seal.ts';
import { boundWords } from '../domain/receipts/mandate-words.ts';
import type { Answer, Answers, Verification } from '../domain/verification/verification.ts';
import { find } from './page-elements.ts';

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

/** Shows these answers in place of those of a live seal (components/SealedAnswers.astro), which words beside it say. */
export const renewAnswers = (
  answers: Partial<Answers>,
  within: ParentNode = document,
  more: Partial<SealResults> = {},
) => {
  for (const [id, answer] of Object.entries(answers)) showAnswer(id, answer, within);
  const results = Object.fromEntries(Object.entries(answers).map(([id, { result }]) => [id, result]));
  const seal = find('[data-seal]', within);
  seal.innerHTML = drawSeal({ ...(JSON.parse(seal.dataset['seal']!) as SealResults), ...results, ...more });
};

/** Shows what a verification found there: its answers, and what it says about a mandate. */
export const showFound = ({ answers, mandate }: Verification, within: ParentNode): void => {
  find('[data-mandate]', within).hidden = mandate === null;
  if (mandate) {
    showBadge(find('[data-mandate]', within), coverageLooks[mandate.result], boundWords[mandate.result]);
    find('[data-mandate-words]', within).textContent = mandate.words;
  }
  renewAnswers(answers, within, { mandate: mandate?.result });
};
