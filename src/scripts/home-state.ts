import type { SnapshotDocument } from '../domain/agent/snapshot.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { element } from './build-element.ts';
import { find } from './page-elements.ts';

/** How long the answer may take, in milliseconds. */
const TIMEOUT_MS = 15_000;

const show = ({ intake, runtime }: SnapshotDocument): void => {
  const { taken_at, stored_anchor_count, live_anchoring_enabled } = runtime;
  const requests = find('[data-live="requests"]');
  const anchors = find('[data-live="anchors"]');
  requests.textContent = intake ? `${counted(intake.total, 'request')} received` : 'Requests: the store cannot be read';
  anchors.textContent =
    stored_anchor_count === undefined
      ? 'Anchors: the store cannot be read'
      : `${counted(stored_anchor_count, 'anchor')} stored; live anchoring is ${live_anchoring_enabled ? 'on' : 'off'}`;
  find('[data-read]').replaceChildren(
    'of ',
    element('time', { class: 'moment', datetime: taken_at }, [
      `${taken_at.slice(0, 10)} ${taken_at.slice(11, 16)} UTC`,
    ]),
  );
};

// Without an answer the page stays as it was built: it says where the figures are, and none of them.
try {
  const answer = await fetch('/api/snapshot', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (answer.ok) show((await answer.json()) as SnapshotDocument);
} catch {
  // The service cannot be reached.
}
