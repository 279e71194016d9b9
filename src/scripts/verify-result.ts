import { resultLooks, resultsOf } from '../components/graphics/seal.ts';
import { nextStepOf, worstFirst } from '../domain/verification/answers.ts';
import type { Answer, Check, Verification } from '../domain/verification/verification.ts';
import { find } from './page-elements.ts';
import { renewSeal } from './seal.ts';

/** Where /verify shows what its checks found. */
export const result = find('[data-result]');
const template = find<HTMLTemplateElement>('template[data-check]');

const looks: Readonly<Record<Verification['outcome'], string>> = { ...resultLooks, unusable: 'open' };

const buildCheck = ({ id, title, result: found, reason }: Check): Node => {
  const item = template.content.cloneNode(true) as DocumentFragment;
  const badge = find('.badge', item);
  badge.textContent = found;
  badge.classList.add(looks[found]);
  find('[data-title]', item).textContent = title;
  find('[data-id]', item).textContent = id;
  find('[data-reason]', item).textContent = reason;
  find('li', item).dataset['found'] = found;
  return item;
};

const showAnswer = (id: keyof Verification['answers'], { result: found, words, next_step }: Answer): void => {
  const item = find(`[data-answer="${id}"]`, result);
  const badge = find('.badge', item);
  badge.textContent = found;
  badge.className = `badge ${looks[found]}`;
  find('[data-answer-words]', item).textContent = words;
  find('[data-next]', item).textContent = found === 'pass' ? '' : next_step;
};

/** Shows a verification, and moves the focus to its headline. */
export const showVerification = ({
  kind,
  hash_sha256: hash,
  outcome,
  headline,
  answers,
  checks,
}: Verification): void => {
  const heading = find('[data-outcome]', result);
  heading.textContent = headline;
  find('[data-summary]', result).className = `summary ${looks[outcome]}`;
  find('[data-words]', result).textContent = `Next: ${nextStepOf(answers)}`;
  find('[data-answers]', result).hidden = outcome === 'unusable';
  for (const [id, answer] of Object.entries(answers)) showAnswer(id as keyof typeof answers, answer);
  find('[data-kind]', result).textContent = kind?.replaceAll('_', ' ') ?? 'not recognised';
  find('[data-hash]', result).hidden = hash === null;
  find('[data-hash] code', result).textContent = hash ?? '';
  find('[data-hash] [data-copy]', result).dataset['copy'] = hash ?? '';
  find('[data-checks]', result).replaceChildren(...worstFirst(checks).map(buildCheck));
  result.hidden = false;
  heading.focus();
  renewSeal(find<SVGElement>('[data-seal]', result), resultsOf(answers));
};
