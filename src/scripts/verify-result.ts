import { resultLooks } from '../components/graphics/seal.ts';
import { nextStepOf, worstFirst } from '../domain/verification/answers.ts';
import type { Check, Verification } from '../domain/verification/verification.ts';
import { find } from './page-elements.ts';
import { renewAnswers } from './seal.ts';

/** Where /verify shows what its checks found (components/verify/Verification.astro). */
export const result = find('[data-result]');
const template = find<HTMLTemplateElement>('template[data-check]');

const noticeLooks = { ...resultLooks, unusable: 'open' };

const buildCheck = ({ id, title, result: found, reason }: Check): Node => {
  const item = template.content.cloneNode(true) as DocumentFragment;
  const badge = find('.badge', item);
  badge.textContent = found;
  badge.classList.add(resultLooks[found]);
  find('[data-title]', item).textContent = title;
  find('[data-id]', item).textContent = id;
  find('[data-reason]', item).textContent = reason;
  return item;
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
  find('[data-summary]', result).className = `notice ${noticeLooks[outcome]}`;
  find('[data-words]', result).textContent = `Next: ${nextStepOf(answers)}`;
  find('[data-kind]', result).textContent = kind?.replaceAll('_', ' ') ?? 'not recognised';
  find('[data-hash]', result).hidden = hash === null;
  find('[data-hash] code', result).textContent = hash ?? '';
  find('[data-hash] [data-copy]', result).dataset['copy'] = hash ?? '';
  find('[data-checks]', result).replaceChildren(...worstFirst(checks).map(buildCheck));
  result.hidden = false;
  heading.focus();
  renewAnswers(answers, result);
};
