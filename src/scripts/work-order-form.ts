import type { WorkOrderRequest } from '../domain/adjudication/work-order.ts';
import type { WorkOrderPack } from '../domain/adjudication/work-order-pack.ts';
import { addCriterion, fieldAt, fillOrder, readOrder, removeCriterion } from './order-fields.ts';
import { noteOrder, showPack } from './order-result.ts';
import { find, findAll } from './page-elements.ts';
import { problemsOf, requestPreview } from './request-preview.ts';

interface Problem {
  readonly pointer: string;
  readonly detail: string;
}

const form = find<HTMLFormElement>('form[data-order-form]');
const submit = find<HTMLButtonElement>('button[type=submit]', form);
const refused = find('[data-refused-order]');
const pasted = find<HTMLTextAreaElement>('#pasted-order');
const differs = find('[data-differs]');

const showSent = (): void => {
  const order = readOrder();
  find('[data-request]', form).textContent = JSON.stringify(order, null, 2);
  noteOrder(order);
};

const forgetProblems = (): void => {
  refused.hidden = true;
  for (const place of findAll('[data-problem-of]', form)) place.hidden = true;
  for (const field of findAll('[aria-invalid]', form)) field.removeAttribute('aria-invalid');
};

const isEmpty = (field: HTMLElement): boolean => 'value' in field && field.value === '';

/** What a field is called: its label, after the name of its group. */
const labelOf = (field: HTMLElement): string =>
  [
    field.closest('fieldset')?.querySelector('legend')?.textContent,
    field.parentElement?.querySelector('label')?.textContent,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

/**
 * Shows a problem at its field. @param isPasted whether it is a problem of what was pasted, which may lack fields or have its
 * rules in another order. @returns an entry for the list of all problems, which leads there.
 */
const showProblem = ({ pointer, detail }: Problem, isPasted: boolean): HTMLElement => {
  const item = document.createElement('li');
  const field = isPasted && pointer.startsWith('/evidence_rules') ? undefined : fieldAt(pointer);
  if (!field) {
    item.textContent = `${pointer} ${detail}`;
    return item;
  }
  const at = field.dataset['at'] ?? field.dataset['problemOf']!;
  const place = find(`[data-problem-of="${at}"]`, form);
  const words = isEmpty(field) && !isPasted ? 'This is not filled in.' : detail;
  place.textContent = place.hidden ? words : `${place.textContent}; ${words}`;
  place.hidden = false;
  if (!field.dataset['at']) {
    item.textContent = `Acceptance criteria: ${detail}`;
    return item;
  }
  field.setAttribute('aria-invalid', 'true');
  const link = document.createElement('a');
  link.href = `#${field.id}`;
  link.textContent = `${labelOf(field)}: ${words}`;
  item.append(link);
  return item;
};

const showProblems = (title: string, problems: readonly Problem[], isPasted = false): void => {
  find('[data-title]', refused).textContent = title;
  find('[data-problems]', refused).replaceChildren(...problems.map((problem) => showProblem(problem, isPasted)));
  refused.hidden = false;
  refused.focus();
};

const noOrderYet = ({ length }: readonly Problem[]): string =>
  `This is no order yet: ${length === 1 ? 'one problem' : `${length} problems`}.`;

const makePack = async (): Promise<void> => {
  forgetProblems();
  const order = readOrder();
  // Loaded when it is needed: the schema is most of what this page could weigh. Where it does not come, the service checks.
  const check = await import('./order-check.ts').catch(() => undefined);
  const problems = check?.findOrderProblems(order) ?? [];
  if (problems.length > 0) {
    showProblems(noOrderYet(problems), problems);
    return;
  }
  const answer = await requestPreview<WorkOrderPack>(form.action, order);
  if (answer.refusal) showProblems(answer.refusal.title, problemsOf(answer.refusal));
  else {
    showPack(answer.document, answer.text, order);
    noteOrder(readOrder());
  }
};

const send = async (): Promise<void> => {
  if (submit.getAttribute('aria-disabled') === 'true') return;
  submit.setAttribute('aria-disabled', 'true');
  await makePack().finally(() => submit.removeAttribute('aria-disabled'));
};

/** Fills the form with what was pasted, and makes its pack or names every problem. */
const takePasted = async (): Promise<void> => {
  forgetProblems();
  const reader = await import('./order-paste.ts').catch(() => undefined);
  if (!reader) {
    showProblems('The code that reads an order could not be loaded.', [
      { pointer: '', detail: 'Keep a copy of the order, and load this page again when you are online.' },
    ]);
    return;
  }
  const { order, problems, isSame } = reader.readPastedOrder(pasted.value);
  if (order) {
    fillOrder(order);
    showSent();
  }
  differs.hidden = problems.length > 0 || isSame(readOrder());
  if (problems.length > 0) showProblems(noOrderYet(problems), problems, true);
  else await send();
};

find('[data-fill]').addEventListener('click', () => void takePasted());
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});
form.addEventListener('input', showSent);
form.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button');
  if (button?.matches('[data-add]')) addCriterion().focus();
  else if (button?.matches('[data-remove]')) {
    removeCriterion(button.closest('[data-criterion]')!);
    find('[data-add]', form).focus();
  } else return;
  showSent();
});
for (const button of findAll('[data-order]')) {
  button.addEventListener('click', () => {
    fillOrder(JSON.parse(button.dataset['order']!) as WorkOrderRequest);
    showSent();
    void send();
  });
}
showSent();
