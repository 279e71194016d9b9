import { leaveDocument } from './document-handover.ts';
import { find } from './page-elements.ts';

const form = find<HTMLFormElement>('form[data-box]');
const box = find<HTMLInputElement>('input[name="q"]', form);
const files = find('[data-files]', form);
const chooser = find<HTMLInputElement>('input[type="file"]', files);

/** Hands a document to the verifier. It stays in the browser. */
const verify = (text: string): void => {
  leaveDocument(text);
  location.assign('/verify');
};

const open = async (file: File | undefined): Promise<void> => {
  if (file) verify(await file.text());
};

form.addEventListener('submit', (event) => {
  if (!box.value.trim().startsWith('{')) return;
  event.preventDefault();
  verify(box.value);
});
find('button', files).addEventListener('click', () => chooser.click());
chooser.addEventListener('change', () => void open(chooser.files?.[0]));
addEventListener('dragover', (event) => {
  event.preventDefault();
  form.dataset['over'] = '';
});
addEventListener('dragleave', () => delete form.dataset['over']);
addEventListener('drop', (event) => {
  delete form.dataset['over'];
  const dropped = event.dataTransfer?.files[0];
  if (!dropped) return;
  event.preventDefault();
  void open(dropped);
});
files.hidden = false;
