import {
  anchorAnswer,
  type Answer,
  notAnchored,
  notLookedUp,
  resultLooks,
} from '../components/receipt/anchor-answers.ts';
import type { EvidencePack } from '../domain/adjudication/evidence-pack.ts';
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

const read = async <Document>(path: string): Promise<Document> => {
  const answer = await fetch(path, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return (await answer.json()) as Document;
};

/**
 * The pack, which every published receipt has, says whether there is an anchor. Asked for an anchor that there is not, the
 * service answers with 404, and the browser reports a failure to its reader where there is none.
 */
const lookUp = async (hash: string): Promise<Answer> => {
  try {
    const { concordium_proofs: proofs } = await read<EvidencePack>(
      `/api/adjudicator/evidence/agent-acceptance/${hash}`,
    );
    if (proofs.anchor === null) return notAnchored;
    return anchorAnswer(await read<AnchorRecord>(`/api/agent-acceptance-kit/anchors/${hash}`));
  } catch {
    return notLookedUp;
  }
};

show(await lookUp(place.dataset['anchorOf'] ?? ''));
