import { vector } from './case.mjs';
import { itemFor, runReceipt } from './run-document.mjs';

const RUN = 'runner_receipt';

const met = (...criteria) => criteria.map((criterion) => itemFor(criterion, 'met'));

export const acceptedRunCases = [
  vector('run-delivered', RUN, 'all must criteria met: uphold_acceptance', runReceipt()),
  vector(
    'run-failed',
    RUN,
    'a must criterion failed: reject_or_refund',
    runReceipt({
      items: [itemFor('length', 'failed'), itemFor('sources', 'met')],
      rule: 'must_criterion_failed',
    }),
  ),
  vector(
    'run-contradiction',
    RUN,
    'contradiction on a must criterion: escalate_to_human, before the failed one',
    runReceipt({
      items: [itemFor('length', 'met'), itemFor('length', 'failed'), itemFor('sources', 'failed')],
      rule: 'contradiction_on_a_must_criterion',
    }),
  ),
  vector('run-no-evidence', RUN, 'no evidence: insufficient_evidence', runReceipt({ items: [], rule: 'no_evidence' })),
  vector(
    'run-unproven',
    RUN,
    'a must criterion unproven: escalate_to_human',
    runReceipt({
      items: [...met('length'), itemFor('sources', 'inconclusive')],
      rule: 'must_criterion_unproven',
    }),
  ),
  vector('run-stopped-early', RUN, 'a run may stop after any move', runReceipt({ count: 2 })),
  vector(
    'run-wide-text',
    RUN,
    'text outside ASCII in evidence',
    runReceipt({
      items: [itemFor('length', 'met', { statement: 'Größe 😂' }), ...met('sources')],
    }),
  ),
];
