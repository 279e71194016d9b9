import type { RunReceipt } from '../domain/adjudication/runner.ts';
import type { WorkOrderState } from '../domain/adjudication/state-machine.ts';
import { find, findAll } from './page-elements.ts';

const rows = findAll('[data-machine] [data-state]');
const stateOf = (row: HTMLElement) => row.dataset['state'] as WorkOrderState;

/** Makes every state a button. @param press is told which state was chosen. */
export const makeStatesPressable = (press: (state: WorkOrderState) => void): void => {
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
export const forgetRefusal = (): void => {
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
    find('[data-before]', row).textContent = isMade ? (step?.previous_step_hash ?? 'order') : '';
    find('[data-own]', row).textContent = isMade ? (step?.step_hash ?? work_order_hash) : '';
  }
};

/** Draws a refused move: why not, at the state that it would have led to. */
export const drawRefusal = (to: WorkOrderState, words: string): void => {
  forgetRefusal();
  const target = rows.find((row) => stateOf(row) === to)!;
  const reason = find('[data-reason]', target);
  target.dataset['refused'] = '';
  reason.textContent = words;
  reason.hidden = false;
};
