import type { RunReceipt } from '../domain/adjudication/runner.ts';
import {
  findTransition,
  INITIAL_STATE,
  stateNames,
  transitions,
  type WorkOrderState,
} from '../domain/adjudication/state-machine.ts';
import { inWords } from '../domain/vocabulary/words.ts';
import { find, findAll } from './page-elements.ts';
import { ownOrder, problemsOf, requestPreview } from './request-preview.ts';
import { showDocument, shownText } from './shown-document.ts';

const form = find<HTMLFormElement>('form[data-run]');
const scenario = find<HTMLSelectElement>('#scenario', form);
const refused = find('[data-run-refused]');
const walk = find('[data-walk]');
const next = find('[data-next]', walk);
const back = find('[data-back]', walk);
const anew = find('[data-new]', walk);
const said = find('[data-said]', walk);
const result = find('[data-result]');
const shownStep = find('[data-step]', result);
const receiptPlace = find('[data-document]', result);
const rows = findAll('[data-machine] [data-state]');
/** The run that the page was made with. */
const builtIn = JSON.parse(shownText(receiptPlace)) as RunReceipt;
/** The order of the first step; the built-in sample without one. */
const own = ownOrder();
let receipt = builtIn;
/** How many moves of the run are made. */
let made = 0;
/** Counts the requests, so that an answer that comes after the next question is dropped. */
let turn = 0;

const fill = (place: HTMLElement, values: object): void => {
  for (const [name, value] of Object.entries(values))
    for (const field of findAll(`[data-field="${name}"]`, place)) field.textContent = String(value ?? 'none');
};

const stateNow = (): WorkOrderState => receipt.steps[made - 1]?.to ?? INITIAL_STATE;

/** Draws the run after so many of its moves, and says where it is; what came of it, only at its end. */
const showPosition = (position: number): void => {
  const last = receipt.steps.length;
  made = Math.max(0, Math.min(position, last));
  for (const [at, row] of rows.entries()) {
    const isMade = at <= made;
    row.toggleAttribute('data-made', isMade);
    row.toggleAttribute('data-refused', false);
    if (at === made) row.setAttribute('aria-current', 'step');
    else row.removeAttribute('aria-current');
    find('[data-reason]', row).hidden = true;
    find('[data-before]', row).textContent = isMade ? (receipt.steps[at - 1]?.previous_step_hash ?? 'order') : '';
    find('[data-own]', row).textContent = isMade ? (receipt.steps[at - 1]?.step_hash ?? receipt.work_order_hash) : '';
  }
  const step = receipt.steps[made - 1];
  shownStep.hidden = step === undefined;
  if (step) fill(shownStep, step);
  find('[data-end]', result).toggleAttribute('data-reached', made === last);
  said.textContent =
    made === last
      ? `Move ${made} of ${last}. The end: nothing was paid, locked or sent.`
      : `Move ${made} of ${last}: ${stateNames[stateNow()]}.`;
  next.setAttribute('aria-disabled', String(made === last));
  back.setAttribute('aria-disabled', String(made === 0));
};

/** Tries to move to a state. What the table of moves does not allow is refused, and the refusal drawn at that state. */
const tryState = (to: WorkOrderState): void => {
  const from = stateNow();
  const following = transitions.find((move) => move.from === from);
  const event = transitions.find((move) => move.to === to)?.event;
  const isAllowed = event !== undefined && findTransition(from, event) !== undefined;
  showPosition(isAllowed ? made + 1 : made);
  if (isAllowed) return;
  const at = rows.findIndex((row) => row.dataset['state'] === to);
  const target = rows[at]!;
  const reason = find('[data-reason]', target);
  target.dataset['refused'] = '';
  reason.hidden = false;
  reason.textContent =
    following === undefined || at <= made
      ? 'Refused: no move leads back.'
      : `Refused, not yet: ${inWords(following.event)} comes first (${following.event}).`;
};

/** Shows a run before its first move. @param text the receipt as it was answered */
const show = (run: RunReceipt, text: string): void => {
  receipt = run;
  scenario.value = run.scenario!;
  find('[data-story-shown]', result).textContent = scenario.selectedOptions[0]?.dataset['story'] ?? '';
  const isExample = run.runner_receipt_hash === builtIn.runner_receipt_hash;
  const whose = own ? 'Your order' : isExample ? 'The built-in example' : 'Your run';
  find('[data-heading]', result).textContent = `${whose}: ${run.scenario!.replaceAll('_', ' ')}`;
  const verdict = run.verdict!;
  fill(result, {
    ...verdict,
    accepted_correctly: String(verdict.accepted_correctly),
    outcome_words: inWords(verdict.recommended_outcome),
    action: run.prepared_outcome!.action,
    seed: run.seed,
  });
  showDocument(receiptPlace, run, text, `runner-receipt-${run.runner_receipt_hash.slice(0, 12)}.json`);
  showPosition(0);
};

/** Asks the service for a run, and shows it unless it is refused or a later question replaced it. */
const ask = async (seed?: string): Promise<void> => {
  const mine = ++turn;
  anew.setAttribute('aria-disabled', 'true');
  const request = { scenario: scenario.value, ...(seed && { seed }), ...(own && { work_order: own }) };
  const answer = await requestPreview<RunReceipt>(form.action, JSON.stringify(request));
  if (mine !== turn) return;
  anew.removeAttribute('aria-disabled');
  refused.hidden = answer.refusal === undefined;
  find('[data-title]', refused).textContent = answer.refusal?.title ?? '';
  find('[data-detail]', refused).textContent = (answer.refusal ? problemsOf(answer.refusal) : [])
    .map(({ pointer, detail }) => (pointer === '' ? detail : `${pointer.slice(1)}: ${detail}`))
    .join('; ');
  if (answer.document) show(answer.document, answer.text);
};

/** Every state is a button. */
for (const row of rows) {
  const name = find('[data-name]', row);
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset['name'] = '';
  button.append(...name.childNodes);
  button.addEventListener('click', () => tryState(row.dataset['state'] as WorkOrderState));
  name.replaceWith(button);
}
form.addEventListener('submit', (event) => event.preventDefault());
// Also while another run is on its way: the last choice counts.
scenario.addEventListener('change', () => void ask(builtIn.seed));
anew.addEventListener('click', () => {
  if (anew.getAttribute('aria-disabled') !== 'true') void ask();
});
next.addEventListener('click', () => showPosition(made + 1));
back.addEventListener('click', () => showPosition(made - 1));
showPosition(0);
find('[data-own-order]').hidden = own === undefined;
if (own) await ask(builtIn.seed);
