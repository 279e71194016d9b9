import { factsOf, INITIAL_STATE, parseTransition, requireGuards, transitions } from '../domain/adjudication/moves.ts';
import type { RunReceipt, RunRequest } from '../domain/adjudication/runner.ts';
import type { WorkOrderEvent, WorkOrderState } from '../domain/adjudication/state-machine.ts';
import { isServiceError } from '../domain/vocabulary/errors.ts';
import { find, findAll } from './page-elements.ts';
import { leftOrder, OWN_ORDER, problemsOf, requestPreview } from './request-preview.ts';
import { showDocument, shownText } from './shown-document.ts';

const form = find<HTMLFormElement>('form[data-run]');
const scenario = find<HTMLSelectElement>('#scenario', form);
const seed = find<HTMLInputElement>('#seed', form);
const refused = find('[data-run-refused]');
const walk = find('[data-walk]');
const next = find('[data-next]', walk);
const back = find('[data-back]', walk);
const submit = find('[data-new]', walk);
const result = find('[data-result]');
const steps = find('[data-steps]', result);
const template = find('[data-step]', steps).cloneNode(true) as HTMLElement;
const receiptPlace = find('[data-document]', result);
/** The run that the page was made with. */
const builtIn = JSON.parse(shownText(receiptPlace)) as RunReceipt;
/** The order that another page left to be run; the built-in sample without one. */
const own = new URLSearchParams(location.search).has(OWN_ORDER) ? leftOrder() : undefined;
let receipt = builtIn;
/** How many moves of the run are made. */
let made = 0;
/** Counts the requests, so that an answer that comes after the next question is dropped. */
let turn = 0;

const rows = findAll('[data-machine] [data-state]');
const stateOf = (row: HTMLElement) => row.dataset['state'] as WorkOrderState;

/** Makes every state a button. @param press is told which state was chosen. */
const makeStatesPressable = (press: (state: WorkOrderState) => void): void => {
  for (const row of rows) {
    const name = find('[data-name]', row);
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset['name'] = '';
    button.append(...name.childNodes);
    button.addEventListener('click', () => press(stateOf(row)));
    name.replaceWith(button);
  }
};

/** Takes the refusal out of the picture. */
const forgetRefusal = (): void => {
  for (const row of rows) {
    row.removeAttribute('data-refused');
    find('[data-reason]', row).hidden = true;
  }
};

/** Draws the run after so many of its moves. */
const drawRun = ({ steps, work_order_hash }: RunReceipt, made: number): void => {
  forgetRefusal();
  for (const [at, row] of rows.entries()) {
    const step = steps[at - 1];
    const isMade = at <= made;
    row.toggleAttribute('data-made', isMade);
    if (at === made) row.setAttribute('aria-current', 'step');
    else row.removeAttribute('aria-current');
    find('[data-before]', row).textContent = isMade ? (step?.previous_step_hash ?? 'order') : '';
    find('[data-own]', row).textContent = isMade ? (step?.step_hash ?? work_order_hash) : '';
  }
};

/** Draws a refused move: why not, at the state that it would have led to. */
const drawRefusal = (to: WorkOrderState, words: string): void => {
  forgetRefusal();
  const target = rows.find((row) => stateOf(row) === to)!;
  const reason = find('[data-reason]', target);
  target.dataset['refused'] = '';
  reason.textContent = words;
  reason.hidden = false;
};

const stateNow = (): WorkOrderState => receipt.steps[made - 1]?.to ?? INITIAL_STATE;
const say = (words: string): void => {
  find('[data-said]', walk).textContent = words;
};

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

const showPosition = (): void => {
  const state = stateNow();
  const last = receipt.steps.length;
  const step = receipt.steps[made - 1];
  drawRun(receipt, made);
  for (const [at, item] of findAll('[data-step]', steps).entries()) item.toggleAttribute('data-shown', at === made - 1);
  const place = made === 0 ? `No move yet: the work order is in ${state}.` : `Move ${made} of ${last}: in ${state}.`;
  const none = made === last ? refusalOf(state, transitions.at(-1)!.event) : undefined;
  find('[data-where]', walk).textContent =
    none === undefined ? place : `Move ${made} of ${last}. No next move: ${none}`;
  say(step ? `${step.event} leads to ${state}. Hash ${step.step_hash.slice(0, 8)}. ${place}` : place);
  next.setAttribute('aria-disabled', String(made === last));
  back.setAttribute('aria-disabled', String(made === 0));
};

const moveTo = (position: number): void => {
  const reached = Math.max(0, Math.min(position, receipt.steps.length));
  if (reached === made) {
    forgetRefusal();
    return;
  }
  made = reached;
  showPosition();
};

/** Tries to move to a state, by the event that leads there. */
const tryState = (to: WorkOrderState): void => {
  const event = transitions.find((transition) => transition.to === to)?.event;
  const words = event === undefined ? `No event leads to the state ${to}.` : refusalOf(stateNow(), event);
  if (words === undefined) moveTo(made + 1);
  else {
    drawRefusal(to, words);
    say(`Refused. ${words}`);
  }
};

const fill = (places: readonly HTMLElement[], name: string, values: object): void => {
  for (const place of places)
    place.textContent = String((values as Record<string, unknown>)[place.dataset[name]!] ?? 'none');
};

/** Shows a run before its first move. @param text the receipt as it was answered */
const show = (run: RunReceipt, text: string): void => {
  receipt = run;
  scenario.value = run.scenario!;
  seed.value = run.seed;
  find('[data-story-shown]', result).textContent = scenario.selectedOptions[0]?.dataset['story'] ?? '';
  const isExample = run.runner_receipt_hash === builtIn.runner_receipt_hash;
  find('[data-heading]', result).textContent =
    `${isExample ? 'The built-in example' : own ? 'Your order' : 'Your run'}: ${run.scenario!.replaceAll('_', ' ')}`;
  steps.replaceChildren(
    ...run.steps.map((each) => {
      const item = template.cloneNode(true) as HTMLElement;
      fill(findAll('[data-field]', item), 'field', { ...each, number: each.index + 1 });
      return item;
    }),
  );
  const outcome = { ...run.verdict, action: run.prepared_outcome?.action, seed: run.seed };
  fill(findAll('[data-out]', result), 'out', { ...outcome, accepted_correctly: String(outcome.accepted_correctly) });
  showDocument(receiptPlace, run, text, `runner-receipt-${run.runner_receipt_hash.slice(0, 12)}.json`);
  made = 0;
  showPosition();
};

/** Asks the service for a run, and shows it unless it is refused or a later question replaced it. */
const ask = async (request: RunRequest): Promise<void> => {
  const mine = ++turn;
  submit.setAttribute('aria-disabled', 'true');
  const {
    document: run,
    text,
    refusal,
  } = await requestPreview<RunReceipt>(form.action, JSON.stringify(own ? { ...request, work_order: own } : request));
  if (mine !== turn) return;
  submit.removeAttribute('aria-disabled');
  refused.hidden = refusal === undefined;
  find('[data-title]', refused).textContent = refusal?.title ?? '';
  find('[data-detail]', refused).textContent = (refusal ? problemsOf(refusal) : [])
    .map(({ pointer, detail }) => (pointer === '' ? detail : `${pointer.slice(1)}: ${detail}`))
    .join('; ');
  if (run) show(run, text);
};

const run = async (): Promise<void> => {
  const asked = { scenario: scenario.value as NonNullable<RunReceipt['scenario']> };
  await ask(seed.value === '' ? asked : { ...asked, seed: seed.value });
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (submit.getAttribute('aria-disabled') !== 'true') void run();
});
// Also while another run is on its way: the last choice counts.
scenario.addEventListener('change', () => void run());
next.addEventListener('click', () => {
  const following = receipt.steps[made]?.to;
  if (following) tryState(following);
});
back.addEventListener('click', () => moveTo(made - 1));
find('[data-all]', walk).addEventListener('click', () => moveTo(Infinity));
makeStatesPressable(tryState);
showPosition();
if (own) await ask({ scenario: builtIn.scenario!, seed: builtIn.seed });
