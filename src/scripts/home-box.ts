import { find, problemIn } from './page-elements.ts';
import { leaveDocument } from './read-file.ts';
import { type ReadFile, readOne, takeDropped } from './read-file.ts';

const form = find<HTMLFormElement>('form[data-box]');
const box = find<HTMLInputElement>('input[name="q"]', form);
const files = find('[data-files]', form);
const chooser = find<HTMLInputElement>('input[type="file"]', files);

const showProblem = problemIn(find('[data-problem]', form));
/** What was pasted and not changed since: the box has one line, and takes the line breaks out of it. */
let pasted = '';
const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

/** Hands a document to the verifier. It stays in the browser. */
const verify = (document: string | ReadFile): void => {
  if (leaveDocument(document)) location.assign('/verify');
  else
    showProblem('Your browser cannot hand this to the page that checks it. Open “Verify”, and choose its file there.');
};

const open = async (chosen: FileList | null | undefined): Promise<void> => {
  showProblem(undefined);
  const read = await readOne(chosen);
  if (typeof read === 'string') showProblem(read);
  else if (read) verify(read);
};

box.addEventListener('paste', ({ clipboardData }) => (pasted = clipboardData?.getData('text') ?? ''));
box.addEventListener('input', (event) => {
  if ((event as InputEvent).inputType !== 'insertFromPaste') pasted = '';
});
form.addEventListener('submit', (event) => {
  if (!box.value.trim().startsWith('{')) return;
  event.preventDefault();
  verify(withoutSpace(pasted) === withoutSpace(box.value) ? pasted : box.value);
});
find('button', files).addEventListener('click', () => chooser.click());
chooser.addEventListener('change', () => void open(chooser.files));
takeDropped(form, (dropped) => void open(dropped));
