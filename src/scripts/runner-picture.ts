import { SHOWN_DIGITS } from '../components/adjudication/digits.ts';
import type { RunReceipt } from '../domain/adjudication/runner.ts';
import type { WorkOrderState } from '../domain/adjudication/state-machine.ts';
import { find, findAll } from './page-elements.ts';

/** A move that the machine refuses: from where to where, and why. */
export interface RefusedMove {
  readonly from: WorkOrderState;
  readonly to: WorkOrderState;
  readonly words: string;
}

const machine = find('[data-machine]');
const attempt = find('[data-attempt]', machine);
const rows = findAll('[data-state]', machine);
/** The rows of the picture follow its head. */
const FIRST_ROW = 2;

/** The states as they are drawn, from the first to the last. */
export const states = rows.map((row) => row.dataset['state']) as WorkOrderState[];

/** Makes every state a button. @param press is told which state was chosen. */
export const makeStatesPressable = (press: (state: WorkOrderState) => void): void => {
  for (const [at, row] of rows.entries()) {
    const name = find('[data-name]', row);
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset['name'] = '';
    button.append(...name.childNodes);
    button.addEventListener('click', () => press(states[at]!));
    name.replaceWith(button);
  }
};

/** Takes the refusal out of the picture. */
export const forgetRefusal = (): void => {
  attempt.hidden = true;
  for (const row of rows) {
    row.removeAttribute('data-refused');
    find('[data-reason]', row).hidden = true;
  }
};

/** Draws the run after so many of its moves. */
export const drawRun = ({ steps, work_order_hash }: RunReceipt, made: number): void => {
  forgetRefusal();
  for (const [at, row] of rows.entries()) {
    const step = steps[at - 1];
    const isMade = at <= made;
    row.toggleAttribute('data-made', isMade);
    if (at === made) row.setAttribute('aria-current', 'step');
    else row.removeAttribute('aria-current');
    find('[data-before]', row).textContent = isMade ? (step?.previous_step_hash.slice(0, SHOWN_DIGITS) ?? '') : '';
    find('[data-own]', row).textContent = isMade ? (step?.step_hash ?? work_order_hash).slice(0, SHOWN_DIGITS) : '';
  }
};

/** Draws a refused move: a broken line between the states, and the reason at the one it would have led to. */
export const drawRefusal = ({ from, to, words }: RefusedMove): void => {
  forgetRefusal();
  const target = rows[states.indexOf(to)]!;
  const reason = find('[data-reason]', target);
  target.dataset['refused'] = '';
  reason.textContent = words;
  reason.hidden = false;
  const [upper, lower] = [states.indexOf(from), states.indexOf(to)].toSorted((one, other) => one - other);
  if (upper === lower) return;
  attempt.style.gridRow = `${upper! + FIRST_ROW} / ${lower! + FIRST_ROW}`;
  attempt.hidden = false;
};
