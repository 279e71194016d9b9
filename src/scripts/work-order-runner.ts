import type { RunReceipt, RunRequest } from '../domain/adjudication/runner.ts';
import { leaveDocument } from './document-handover.ts';
import { find, findAll } from './page-elements.ts';
import { type Refusal, requestRun } from './run-preview.ts';

const result = find('[data-result]');
const walk = find('[data-walk]');
const steps = find('[data-steps]');
const where = find('[data-where]');
const states = findAll<SVGGElement>('[data-diagram] [data-state]').map((each) => each.dataset['state'] ?? '');
const template = find('[data-step]').cloneNode(true) as HTMLElement;
let receiptText = find('[data-json]', result).textContent;
/** The number of moves that are shown. */
let shown = findAll('[data-step]').length;

const showPosition = (): void => {
  const items = findAll('[data-step]', steps);
  for (const [at, item] of items.entries()) {
    item.hidden = at >= shown;
    item.toggleAttribute('data-latest', at === shown - 1);
  }
  const state = shown === 0 ? states[0]! : find('[data-field="to"]', items[shown - 1]).textContent;
  for (const [at, group] of findAll<SVGGElement>('[data-diagram] [data-state]').entries()) {
    group.toggleAttribute('data-here', group.dataset['state'] === state);
    group.toggleAttribute('data-passed', at < states.indexOf(state));
  }
  where.textContent =
    shown === 0
      ? `No move yet: the work order is in ${state}.`
      : `Move ${shown} of ${items.length}: the work order is in ${state}.`;
  find('[data-back]').setAttribute('aria-disabled', String(shown === 0));
  find('[data-next]').setAttribute('aria-disabled', String(shown === items.length));
};

const moveTo = (position: number): void => {
  shown = Math.max(0, Math.min(position, findAll('[data-step]', steps).length));
  showPosition();
};

const buildStep = (step: RunReceipt['steps'][number]): HTMLElement => {
  const item = template.cloneNode(true) as HTMLElement;
  const values: Readonly<Record<string, unknown>> = { ...step, number: step.index + 1 };
  for (const place of findAll('[data-field]', item)) {
    place.textContent = String(values[place.dataset['field'] ?? ''] ?? 'none');
  }
  return item;
};

const showReceipt = (receipt: RunReceipt, text: string): void => {
  receiptText = text;
  const words = (receipt.scenario ?? 'own evidence').replaceAll('_', ' ');
  find('[data-heading]', result).textContent = `Your run: ${words}`;
  steps.replaceChildren(...receipt.steps.map(buildStep));
  const outcome: Readonly<Record<string, unknown>> = {
    ...receipt.verdict,
    action: receipt.prepared_outcome?.action,
    seed: receipt.seed,
  };
  for (const place of findAll('[data-out]', result)) {
    place.textContent = String(outcome[place.dataset['out'] ?? '']);
  }
  for (const place of findAll('[data-hash]', result)) {
    const value = String(receipt[place.dataset['hash'] as keyof RunReceipt]);
    find('code', place).textContent = value;
    find<HTMLButtonElement>('[data-copy]', place).dataset['copy'] = value;
  }
  const pretty = JSON.stringify(receipt, null, 2);
  find('[data-json]', result).textContent = pretty;
  find<HTMLButtonElement>('[data-receipt] [data-copy]', result).dataset['copy'] = pretty;
  const download = find<HTMLAnchorElement>('[data-receipt] a[download]', result);
  if (download.href.startsWith('blob:')) URL.revokeObjectURL(download.href);
  download.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  download.download = `runner-receipt-${receipt.runner_receipt_hash.slice(0, 12)}.json`;
  moveTo(1);
};

/** Shows the form, and ignores further submissions while an answer is pending. */
const onSubmit = (form: HTMLFormElement, send: () => Promise<void>): void => {
  const button = find<HTMLButtonElement>('button[type=submit]', form);
  let busy = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    button.setAttribute('aria-disabled', 'true');
    void send().finally(() => {
      busy = false;
      button.removeAttribute('aria-disabled');
    });
  });
  form.hidden = false;
};

const run = find<HTMLFormElement>('form[data-run]');
const scenario = find<HTMLSelectElement>('#scenario');
const seed = find<HTMLInputElement>('#seed');
const runRefused = find('[data-run-refused]');

const request = (): RunRequest => ({
  scenario: scenario.value as NonNullable<RunRequest['scenario']>,
  ...(seed.value === '' ? {} : { seed: seed.value }),
});

const showRunRefusal = (refusal: Refusal | undefined): void => {
  runRefused.hidden = refusal === undefined;
  find('[data-title]', runRefused).textContent = refusal?.title ?? '';
  find('[data-detail]', runRefused).textContent = refusal?.detail ?? '';
};

onSubmit(run, async () => {
  const answer = await requestRun(run.action, request());
  showRunRefusal(answer.refusal);
  if (answer.refusal) return;
  showReceipt(answer.receipt, answer.text);
  find('[data-heading]', result).focus();
});
scenario.addEventListener('change', () => {
  find('[data-story-shown]').textContent = scenario.selectedOptions[0]?.dataset['story'] ?? '';
});

find('[data-back]').addEventListener('click', () => moveTo(shown - 1));
find('[data-next]').addEventListener('click', () => moveTo(shown + 1));
find('[data-all]').addEventListener('click', () => moveTo(Infinity));
find('[data-verify]').addEventListener('click', () => leaveDocument(receiptText));
walk.hidden = false;
showPosition();

const attempt = find<HTMLFormElement>('form[data-try]');
const tried = find('[data-tried]');
const state = find<HTMLSelectElement>('#try-state');
const event = find<HTMLSelectElement>('#try-event');
const claim = find<HTMLSelectElement>('#try-claim');
const events = [...event.options].map(({ value }) => value) as NonNullable<RunRequest['events']>;
/** False claims: a time after every deadline, and a hash of nothing. */
const falseClaims: Readonly<Record<string, string>> = { accepted_at: '9999-12-31T23:59:59Z' };
const NO_HASH = '0'.repeat(64);

const line = (...parts: (string | { readonly code: string })[]): HTMLElement => {
  const paragraph = document.createElement('p');
  for (const part of parts) {
    if (typeof part === 'string') paragraph.append(part);
    else {
      const code = document.createElement('code');
      code.textContent = part.code;
      paragraph.append(code);
    }
  }
  return paragraph;
};

const showTried = (kind: 'refused' | 'allowed', ...lines: HTMLElement[]): void => {
  const box = document.createElement('div');
  box.className = `notice ${kind}`;
  box.append(...lines);
  tried.replaceChildren(box);
};

onSubmit(attempt, async () => {
  const before = events.slice(0, state.selectedIndex);
  const chosen = event.value as (typeof events)[number];
  const answer = await requestRun(attempt.action, {
    events: [...before, chosen],
    ...(claim.value === '' ? {} : { claims: { [claim.value]: falseClaims[claim.value] ?? NO_HASH } }),
  });
  if (!answer.refusal) {
    const last = answer.receipt.steps.at(-1)!;
    showTried(
      'allowed',
      line('Allowed: ', { code: last.event }, ' leads to ', { code: last.to }, '. Its guard held: ', `${last.guard}.`),
    );
    return;
  }
  const { code, title, detail, guard, errors } = answer.refusal;
  showTried(
    'refused',
    line('Refused: ', { code }, `. ${title}.`),
    line(detail),
    ...(guard === undefined
      ? []
      : [line('The guard is ', { code: guard }, `: ${errors?.map((each) => each.detail).join('; ') ?? ''}.`)]),
  );
});
