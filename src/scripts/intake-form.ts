import {
  findRetryRefusal,
  findTextProblem,
  type IntakeField,
  intakeFields,
  kindProblem,
  lengthOf,
  withoutNul,
} from '../domain/intake-form.ts';
import { withCommas } from '../domain/vocabulary/words.ts';
import { type IntakeCopy, leaveCopy } from './intake-copy.ts';
import { canKeep, dropDraft, findDraft, keepDraft, type SentText } from './intake-draft.ts';
import { find } from './page-elements.ts';
import { afterPatience } from './patience.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface ProblemDocument {
  readonly code?: string;
  readonly errors?: readonly { readonly pointer: string }[];
}

/** How long typing must pause before the count is spoken, in milliseconds. */
const SPOKEN_COUNT_MS = 1_200;
const AGAIN = 'Sending it again is safe: from the same network it is not stored a second time.';
/** How often a request is sent while the service is still storing it. */
const ATTEMPTS = 5;

/** A key that nobody can guess, also where the page came over plain HTTP. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const form = find<HTMLFormElement>('form[data-intake]');
const control = (field: IntakeField): Control => find(`#${field}`, form);
const problems = find<HTMLElement>('#problems');
const button = find<HTMLButtonElement>('[data-send]', form);
const count = find<HTMLElement>('[data-count]', form);
const spoken = find<HTMLElement>('[data-spoken-count]', form);
const idleLabel = button.textContent;
const body = control('body');
const trap = find<HTMLInputElement>('[data-trap]', form);
const most = Number(body.dataset['max']);
let speak: ReturnType<typeof setTimeout> | undefined;
let last: SentText | undefined;

const problemOf = (field: IntakeField): string | undefined => {
  const { value, dataset } = control(field);
  if (field === 'kind') return value === '' ? kindProblem : undefined;
  return findTextProblem(field, value, { min: Number(dataset['min']), max: Number(dataset['max']) });
};

const showProblem = (field: IntakeField, problem: string | undefined): void => {
  const place = find<HTMLElement>(`#${field}-problem`, form);
  place.textContent = problem ?? '';
  place.hidden = problem === undefined;
  if (problem === undefined) control(field).removeAttribute('aria-invalid');
  else control(field).setAttribute('aria-invalid', 'true');
};

const showProblems = (refusal: string | undefined, found: readonly (readonly [IntakeField, string])[]): void => {
  find('h2', problems).textContent = refusal === undefined ? 'There is a problem' : 'No receipt came';
  const words = find<HTMLElement>('[data-refusal]', problems);
  words.textContent = refusal ?? '';
  words.hidden = refusal === undefined;
  find('[data-list]', problems).replaceChildren(
    ...found.map(([field, problem]) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = `#${field}`;
      link.textContent = problem;
      item.append(link);
      return item;
    }),
  );
  problems.hidden = refusal === undefined && found.length === 0;
  if (!problems.hidden) {
    problems.focus();
    problems.scrollIntoView({ block: 'nearest' });
  }
};

const checkAll = (): boolean => {
  const found: [IntakeField, string][] = [];
  for (const field of intakeFields) {
    const problem = problemOf(field);
    showProblem(field, problem);
    if (problem === undefined) continue;
    found.push([field, problem]);
    control(field).value = withoutNul(control(field).value);
  }
  showProblems(undefined, found);
  return found.length === 0;
};

const updateCount = (): void => {
  const length = lengthOf(body.value);
  count.hidden = false;
  count.textContent = `${withCommas(length)} of ${withCommas(most)} characters`;
  count.classList.toggle('over', length > most);
  clearTimeout(speak);
  speak = setTimeout(() => (spoken.textContent = length > most * 0.9 ? count.textContent : ''), SPOKEN_COUNT_MS);
};

const isSending = (): boolean => button.getAttribute('aria-disabled') === 'true';
const setSending = (now: boolean): void => {
  button.setAttribute('aria-disabled', String(now));
  button.textContent = now ? 'Sending …' : idleLabel;
};

const values = (): Record<IntakeField, string> =>
  Object.fromEntries(intakeFields.map((field) => [field, control(field).value])) as Record<IntakeField, string>;

const requestText = (): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values()).filter(([, text]) => text !== '')));

/** What a robot fills in is not kept. */
const keep = (): void => (trap.value === '' ? keepDraft({ values: values(), sent: last }) : dropDraft());

const send = async (text: string): Promise<Response> => {
  if (last?.text !== text) last = { text, key: newKey() };
  keep();
  const { key } = last;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch('/api/intake', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: text,
      signal: afterPatience(),
    });
    if (answer.status !== 409 || attempt === ATTEMPTS) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
};

const showLost = (): void =>
  showProblems(
    `No answer came from the service, so this page cannot know whether your request was stored. Your text is still here. ${AGAIN}`,
    [],
  );

const showRefusal = async (answer: Response): Promise<void> => {
  const problem = (await answer.json().catch(() => ({}))) as ProblemDocument;
  const isOfService = problem.code !== undefined;
  // A failure of the service; or a failure or success that something on the way answered in its place.
  if (answer.status === 500 || (!isOfService && (answer.status > 500 || answer.status < 400))) {
    showLost();
    return;
  }
  const named = intakeFields.filter((field) => problem.errors?.some(({ pointer }) => pointer === `/${field}`));
  if (answer.status === 400 && named.length > 0) {
    const found = named.map((field) => [field, problemOf(field) ?? 'The service does not accept this.'] as const);
    for (const [field, wrong] of found) showProblem(field, wrong);
    showProblems(undefined, found);
  } else {
    const retry = findRetryRefusal(answer.status, answer.headers.get('Retry-After'), problem);
    const refused = `The service refused the request (${problem.code ?? answer.status}). Your text is still here.`;
    showProblems(retry === undefined ? refused : 'outcome' in problem ? `${retry} ${AGAIN}` : retry, []);
  }
};

const showReceipt = (copy: IntakeCopy): void => {
  dropDraft();
  leaveCopy(copy);
  form.reset();
  location.assign(`/intake/${copy.receipt.id}`);
};

const submit = async (): Promise<void> => {
  setSending(true);
  try {
    const text = requestText();
    const answer = await send(text);
    if (answer.status === 201) {
      const receipt = (await answer.json()) as IntakeCopy['receipt'];
      showReceipt({ request: JSON.parse(text) as object, receipt });
      return;
    }
    await showRefusal(answer);
  } catch {
    showLost();
  }
  setSending(false);
};

form.noValidate = true;
form.addEventListener('submit', (event) => {
  if (trap.value !== '') {
    dropDraft();
    return;
  }
  event.preventDefault();
  if (!isSending() && checkAll()) void submit();
});
// Problems appear on sending, not on leaving a field: a new line would move the button away under the pointer.
for (const field of intakeFields) {
  control(field).addEventListener('input', () => {
    if (control(field).hasAttribute('aria-invalid')) showProblem(field, problemOf(field));
  });
}
// A form that came back with its problems shows what was sent, which is newer than any draft.
const draft = problems.hidden ? findDraft() : undefined;
for (const field of draft ? intakeFields : []) {
  const element = control(field);
  // What was typed before this script ran is newer still.
  const isTyped = 'defaultValue' in element && element.value !== element.defaultValue;
  if (!isTyped) element.value = draft?.values[field] ?? '';
}
last = draft?.sent;
find('[data-kept]', form).hidden = !canKeep();
form.addEventListener('input', keep);
body.addEventListener('input', updateCount);
if (!problems.hidden) problems.focus();
// A page restored from the history cache would still show that it is sending.
addEventListener('pageshow', () => {
  setSending(false);
  updateCount();
});
