import { readHeld } from '../domain/vocabulary/held.ts';
import { find, findAll, problemIn } from './page-elements.ts';
import { leaveDocument, type ReadFile, readOne, takeDropped } from './read-file.ts';

/** Every form that leads to /find. */
const forms = findAll<HTMLFormElement>('form[action="/find"]');

const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

const serve = (form: HTMLFormElement): void => {
  const box = find<HTMLInputElement>('input[name="q"]', form);
  const files = form.querySelector<HTMLElement>('[data-files]');
  const problem = form.querySelector<HTMLElement>('[data-problem]');
  /** What was pasted and not changed since: the box has one line, and takes the line breaks out of it. */
  let pasted = '';

  /** Hands a document to the verifier. It stays in the browser. */
  const verify = (document: string | ReadFile): void => {
    if (leaveDocument(document) || problem === null) location.assign('/verify');
    else
      problemIn(problem)(
        'Your browser cannot hand this to the page that checks it. Open “Verify”, and choose its file there.',
      );
  };

  box.addEventListener('paste', ({ clipboardData }) => (pasted = clipboardData?.getData('text') ?? ''));
  box.addEventListener('input', (event) => {
    if ((event as InputEvent).inputType !== 'insertFromPaste') pasted = '';
  });
  form.addEventListener('submit', (event) => {
    if (readHeld(box.value).kind !== 'document') return;
    event.preventDefault();
    verify(withoutSpace(pasted) === withoutSpace(box.value) ? pasted : box.value);
  });
  if (files === null || problem === null) return;

  const showProblem = problemIn(problem);
  const open = async (chosen: FileList | null | undefined): Promise<void> => {
    showProblem(undefined);
    const read = await readOne(chosen);
    if (typeof read === 'string') showProblem(read);
    else if (read) verify(read);
  };
  const chooser = find<HTMLInputElement>('input[type="file"]', files);
  find('button', files).addEventListener('click', () => chooser.click());
  chooser.addEventListener('change', () => void open(chooser.files));
  takeDropped(form, (dropped) => void open(dropped));
};
forms.forEach(serve);

addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isTyping = target instanceof Element && target.matches('input, select, textarea');
  if (key !== '/' || ctrlKey || metaKey || altKey || isTyping) return;
  event.preventDefault();
  const box = forms.map((form) => find('input[name="q"]', form)).find((one) => one.checkVisibility());
  if (box) box.focus();
  else location.assign('/find');
});
