import {
  factsOf,
  type GuardFacts,
  INITIAL_STATE,
  parseTransition,
  requireGuards,
  transitions,
} from '../domain/adjudication/moves.ts';
import type { RunReceipt, RunRequest } from '../domain/adjudication/runner.ts';
import type { WorkOrderEvent, WorkOrderState } from '../domain/adjudication/state-machine.ts';
import { isServiceError } from '../domain/vocabulary/errors.ts';
import { find } from './page-elements.ts';
import { type PreviewAnswer, problemsOf, type Refusal, requestPreview } from './request-preview.ts';
import { type LinkedRun, queryOf, readQuery } from './runner-link.ts';
import { drawRefusal, drawRun, forgetRefusal, makeStatesPressable, type RefusedMove } from './runner-picture.ts';
import { builtInRun, showMove, showReceipt } from './runner-result.ts';

const form = find<HTMLFormElement>('form[data-run]');
const scenario = find<HTMLSelectElement>('#scenario', form);
const seed = find<HTMLInputElement>('#seed', form);
const refused = find('[data-run-refused]');
const walk = find('[data-walk]');
const next = find('[data-next]', walk);
const back = find('[data-back]', walk);
const submit = find('[data-new]', walk);
const claim = find<HTMLSelectElement>('[data-claim]', walk);
/** False claims: a time after every deadline, and a hash of nothing. */
const falseClaims: Readonly<Record<string, string>> = { accepted_at: '9999-12-31T23:59:59Z' };
const NO_HASH = '0'.repeat(64);
const usual: LinkedRun = { scenario: builtInRun.scenario!, seed: builtInRun.seed, step: 0 };

let receipt: RunReceipt = builtInRun;
/** How many moves of the run are made. */
let made = 0;
/** Counts the requests, so that an answer that comes after the next question is dropped. */
let turn = 0;

const stateNow = (): WorkOrderState => receipt.steps[made - 1]?.to ?? INITIAL_STATE;
const say = (words: string): void => {
  find('[data-said]', walk).textContent = words;
};

/** What the moves claim: the true values, or a false one. */
const factsNow = (): GuardFacts => {
  const facts = factsOf(receipt);
  if (claim.value === '') return facts;
  return { ...facts, named: { ...facts.named, [claim.value]: falseClaims[claim.value] ?? NO_HASH } };
};

/** Why the machine refuses a move, by its own table and guards; undefined for a move that it allows. */
const refusalOf = (from: WorkOrderState, event: WorkOrderEvent): string | undefined => {
  try {
    requireGuards(parseTransition(from, event), factsNow());
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
  showMove(made);
  const place = made === 0 ? `No move yet: the work order is in ${state}.` : `Move ${made} of ${last}: in ${state}.`;
  const none = made === last ? refusalOf(state, transitions.at(-1)!.event) : undefined;
  find('[data-where]', walk).textContent =
    none === undefined ? place : `Move ${made} of ${last}. No next move: ${none}`;
  say(step ? `${step.event} leads to ${state}. Hash ${step.step_hash.slice(0, 8)}. ${place}` : place);
  next.setAttribute('aria-disabled', String(made === last));
  back.setAttribute('aria-disabled', String(made === 0));
  const link = queryOf({ scenario: receipt.scenario!, seed: receipt.seed, step: made });
  find('[data-copy]', walk).dataset['copy'] = `${location.origin}${location.pathname}${link}`;
};

const note = (): void => {
  const query = queryOf({ scenario: receipt.scenario!, seed: receipt.seed, step: made });
  if (query !== location.search) history.pushState(null, '', query + location.hash);
};

const moveTo = (position: number): void => {
  const reached = Math.max(0, Math.min(position, receipt.steps.length));
  if (reached === made) {
    forgetRefusal();
    return;
  }
  made = reached;
  showPosition();
  note();
};

const showRefused = (move: RefusedMove): void => {
  drawRefusal(move);
  say(`Refused. ${move.words}`);
};

const showRunRefusal = (refusal: Refusal | undefined): void => {
  refused.hidden = refusal === undefined;
  find('[data-title]', refused).textContent = refusal?.title ?? '';
  find('[data-detail]', refused).textContent = (refusal ? problemsOf(refusal) : [])
    .map(({ pointer, detail }) => (pointer === '' ? detail : `${pointer.slice(1)}: ${detail}`))
    .join('; ');
};

/** Asks the service for a run. @returns undefined where a later question replaced this one, or a refusal is shown. */
const ask = async (request: RunRequest): Promise<PreviewAnswer<RunReceipt> | undefined> => {
  const mine = ++turn;
  submit.setAttribute('aria-disabled', 'true');
  const answer = await requestPreview<RunReceipt>(form.action, request);
  if (mine !== turn) return undefined;
  submit.removeAttribute('aria-disabled');
  showRunRefusal(answer.refusal);
  return answer.refusal ? undefined : answer;
};

/** Tries to move to a state, by the event that leads there. */
const tryState = (to: WorkOrderState): void => {
  const from = stateNow();
  const event = transitions.find((transition) => transition.to === to)?.event;
  const words = event === undefined ? `No event leads to the state ${to}.` : refusalOf(from, event);
  if (words === undefined) moveTo(made + 1);
  else showRefused({ from, to, words });
};

const tryNext = (): void => {
  const following = receipt.steps[made]?.to;
  if (following) tryState(following);
};

/** Shows a run after so many moves. */
const show = (run: RunReceipt, text: string, step: number): void => {
  receipt = run;
  scenario.value = run.scenario!;
  seed.value = run.seed;
  find('[data-story-shown]').textContent = scenario.selectedOptions[0]?.dataset['story'] ?? '';
  showReceipt(run, text);
  made = Math.min(step, run.steps.length);
  showPosition();
};

const openLink = async (): Promise<void> => {
  const scenarios = [...scenario.options].map(({ value }) => value);
  const linked = readQuery(location.search, scenarios, usual);
  if (linked.scenario === receipt.scenario && linked.seed === receipt.seed) {
    scenario.value = linked.scenario;
    made = Math.min(linked.step, receipt.steps.length);
    showPosition();
    return;
  }
  const answer = await ask({ scenario: linked.scenario as NonNullable<RunRequest['scenario']>, seed: linked.seed });
  if (answer?.document) show(answer.document, answer.text, linked.step);
};

const run = async (): Promise<void> => {
  const answer = await ask({
    scenario: scenario.value as NonNullable<RunRequest['scenario']>,
    ...(seed.value === '' ? {} : { seed: seed.value }),
  });
  if (!answer?.document) return;
  show(answer.document, answer.text, 0);
  note();
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (submit.getAttribute('aria-disabled') !== 'true') void run();
});
// Also while another run is on its way: the last choice counts.
scenario.addEventListener('change', () => void run());
next.addEventListener('click', tryNext);
back.addEventListener('click', () => moveTo(made - 1));
find('[data-all]', walk).addEventListener('click', () => moveTo(Infinity));
addEventListener('popstate', () => void openLink());
makeStatesPressable(tryState);
showPosition();
await openLink();
