import { leaveDocument } from './document-handover.ts';
import { find } from './page-elements.ts';

const form = find<HTMLFormElement>('form[data-box]');
const box = find<HTMLInputElement>('input[name="q"]', form);
const files = find('[data-files]', form);
const chooser = find<HTMLInputElement>('input[type="file"]', files);
const unreadable = find('[data-unreadable]', form);

/** Hands a document to the verifier. It stays in the browser. */
const verify = (text: string): void => {
  const isLeft = leaveDocument(text);
  unreadable.hidden = isLeft;
  if (isLeft) location.assign('/verify');
};

/** The text of a file, byte by byte as it is; undefined where it is none, or cannot be read. */
const readText = async (file: File): Promise<string | undefined> => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
};

const open = async (file: File | undefined): Promise<void> => {
  if (!file) return;
  const text = await readText(file);
  if (text === undefined) unreadable.hidden = false;
  else verify(text);
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
