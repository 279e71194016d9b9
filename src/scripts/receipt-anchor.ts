import {
  anchorAnswer,
  type Answer,
  notAnchored,
  notLookedUp,
  resultLooks,
} from '../components/receipt/anchor-answers.ts';
import type { AnchorRecord } from '../domain/anchors/anchor-record.ts';
import { find } from './page-elements.ts';
import { renewSeal } from './seal.ts';

/** How long the answer may take, in milliseconds. */
const TIMEOUT_MS = 15_000;

const place = find('[data-anchor-of]');

const show = ({ result, headline, detail }: Answer): void => {
  renewSeal(find<SVGElement>('[data-seal]'), { since_when: result });
  const badge = find('[data-result]', place);
  badge.textContent = result;
  badge.className = `badge ${resultLooks[result]}`;
  find('[data-headline]', place).textContent = headline;
  find('[data-detail]', place).replaceChildren(
    ...detail.split('`').map((part, at) => {
      if (at % 2 === 0) return part;
      const code = document.createElement('code');
      code.textContent = part;
      return code;
    }),
  );
};

const lookUp = async (hash: string): Promise<Answer> => {
  try {
    const answer = await fetch(`/api/agent-acceptance-kit/anchors/${hash}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json' },
    });
    if (answer.status === 404) return notAnchored;
    return answer.ok ? anchorAnswer((await answer.json()) as AnchorRecord) : notLookedUp;
  } catch {
    return notLookedUp;
  }
};

show(await lookUp(place.dataset['anchorOf'] ?? ''));
