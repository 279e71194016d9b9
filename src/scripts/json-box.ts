import { keepText, keptText } from './kept-text.ts';
import { find, findAll } from './page-elements.ts';
import { problemsOf, requestPreview } from './request-preview.ts';
import { showDocument } from './shown-document.ts';

interface Pack {
  readonly pack_hash_sha256: string;
}

const serve = (form: HTMLFormElement): void => {
  const box = find<HTMLTextAreaElement>('textarea', form);
  const submit = find('button[type=submit]', form);
  const refused = find('[data-refused]', form);
  const answer = find(`#${form.dataset['jsonBox']}`);
  const note = find('[data-note]', answer);
  let origin = note.textContent;
  /** What the shown document was made of. */
  let made = box.defaultValue;

  const showProblems = (title: string, problems: readonly { pointer: string; detail: string }[]): void => {
    find('[data-title]', refused).textContent = title;
    find('[data-problems]', refused).replaceChildren(
      ...problems.map(({ pointer, detail }) => {
        const item = document.createElement('li');
        const place = document.createElement('code');
        place.textContent = pointer;
        item.append(...(pointer === '' ? [] : [place, ': ']), detail);
        return item;
      }),
    );
    box.setAttribute('aria-invalid', 'true');
    refused.hidden = false;
    refused.focus();
  };

  const send = async (): Promise<void> => {
    keepText(`typed-${box.id}`, box.value);
    refused.hidden = true;
    box.removeAttribute('aria-invalid');
    const text = box.value;
    const { document: pack, text: packText, refusal } = await requestPreview<Pack>(form.action, text);
    answer.hidden = refusal !== undefined;
    if (refusal) {
      showProblems(refusal.title, problemsOf(refusal));
      return;
    }
    made = text;
    const file = `${answer.id}-${pack.pack_hash_sha256.slice(0, 12)}.json`;
    showDocument(find('[data-document]', answer), pack, packText, file);
    note.textContent = origin = 'As the service built it just now. Nothing of it is kept.';
    find('[data-heading]', answer).textContent = 'Your pack';
    find('[data-heading]', answer).focus();
  };

  const sendOnce = async (): Promise<void> => {
    if (submit.getAttribute('aria-disabled') === 'true') return;
    submit.setAttribute('aria-disabled', 'true');
    await send().finally(() => submit.removeAttribute('aria-disabled'));
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendOnce();
  });
  const compare = (): void => {
    note.textContent = box.value === made ? origin : 'The request has changed since this pack was made.';
  };
  box.addEventListener('input', () => {
    keepText(`typed-${box.id}`, box.value);
    compare();
  });
  for (const button of findAll('[data-example]', form))
    button.addEventListener('click', () => {
      box.value = button.dataset['example']!;
      void sendOnce();
    });
  const kept = keptText(`typed-${box.id}`);
  if (kept === undefined) return;
  box.value = kept;
  compare();
  // Back from another step, to see the pack.
  if (location.hash === `#${answer.id}`) void sendOnce();
};

for (const form of findAll<HTMLFormElement>('form[data-json-box]')) serve(form);
