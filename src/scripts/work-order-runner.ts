import { factsOf, requireGuards } from '../domain/adjudication/guards.ts';
import {
  INITIAL_STATE,
  parseTransition,
  transitions,
  type WorkOrderEvent,
  type WorkOrderState,
} from '../domain/adjudication/moves.ts';
import type { RunReceipt } from '../domain/adjudication/runner.ts';
import { isServiceError } from '../domain/vocabulary/errors.ts';
import { find, findAll } from './page-elements.ts';
import { leftOrder, OWN_ORDER, problemsOf, requestPreview } from './request-preview.ts';
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
/** The order that another page left to be run; the built-in sample without one. */
const own = new URLSearchParams(location.search).has(OWN_ORDER) ? leftOrder() : undefined;
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

/** Why the machine refuses a move, by its own table and guards; undefined for a move that it allows. */
const refusalOf = (from: WorkOrderState, event: WorkOrderEvent): string | undefined => {
  try {
    requireGuards(parseTransition(from, event), factsOf(receipt));
    return undefined;
  } catch (thrown) {
    if (!isServiceError(thrown)) throw thrown;
    const { code, message, errors } = thrown;
    return code === 'guard_failed'
      ? `${message.slice(0, -1)}: ${errors.map(({ detail }) => detail).join('; ')}.`
      : message;
  }
};

/** Draws the run after so many of its moves, and says where it is. */
const showPosition = (position: number): void => {
  made = Math.max(0, Math.min(position, receipt.steps.length));
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
  const last = receipt.steps.length;
  shownStep.hidden = step === undefined;
  if (step) fill(shownStep, step);
  const none = made === last ? refusalOf(stateNow(), transitions.at(-1)!.event) : undefined;
  said.textContent =
    none === undefined
      ? `Move ${made} of ${last}: the work order is in ${stateNow()}.`
      : `Move ${made} of ${last}. ${stateNow() === transitions.at(-1)!.to ? 'The end: nothing was paid, locked or sent.' : `No next move: ${none}`}`;
  next.setAttribute('aria-disabled', String(made === last));
  back.setAttribute('aria-disabled', String(made === 0));
};

/** Tries to move to a state, by the event that leads there. A refusal is drawn at that state. */
const tryState = (to: WorkOrderState): void => {
  const event = transitions.find((transition) => transition.to === to)?.event;
  const words = event === undefined ? `No event leads to the state ${to}.` : refusalOf(stateNow(), event);
  showPosition(words === undefined ? made + 1 : made);
  if (words === undefined) return;
  const target = rows.find((row) => row.dataset['state'] === to)!;
  const reason = find('[data-reason]', target);
  target.dataset['refused'] = '';
  reason.textContent = words;
  reason.hidden = false;
  said.textContent = `Refused. ${words}`;
};

/** Shows a run before its first move. @param text the receipt as it was answered */
const show = (run: RunReceipt, text: string): void => {
  receipt = run;
  scenario.value = run.scenario!;
  find('[data-story-shown]', result).textContent = scenario.selectedOptions[0]?.dataset['story'] ?? '';
  const isExample = run.runner_receipt_hash === builtIn.runner_receipt_hash;
  const whose = isExample ? 'The built-in example' : own ? 'Your order' : 'Your run';
  find('[data-heading]', result).textContent = `${whose}: ${run.scenario!.replaceAll('_', ' ')}`;
  const { accepted_correctly, ...verdict } = run.verdict!;
  fill(result, {
    ...verdict,
    accepted_correctly: String(accepted_correctly),
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
next.addEventListener('click', () => {
  const following = receipt.steps[made]?.to;
  if (following) tryState(following);
});
back.addEventListener('click', () => showPosition(made - 1));
showPosition(0);
if (own) await ask(builtIn.seed);
