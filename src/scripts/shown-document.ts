import { find, findAll, showHash } from './page-elements.ts';
import { leaveDocument } from './read-file.ts';

/** The text of each document that is shown (components/adjudication/Document.astro), as it was answered. */
const texts = new Map<HTMLElement, string>();

/** The text of the document that is shown in this place. */
export const shownText = (place: HTMLElement): string => texts.get(place) ?? find('[data-json]', place).textContent;

/**
 * Shows a document in the place of another: its JSON, its hashes and its buttons.
 * @param text the document as it was answered. @param file the name of its file
 */
export const showDocument = (place: HTMLElement, shown: object, text: string, file: string): void => {
  texts.set(place, text);
  const pretty = JSON.stringify(shown, null, 2);
  find('[data-json]', place).textContent = pretty;
  find('.actions [data-copy]', place).dataset['copy'] = pretty;
  for (const hash of findAll('[data-hash]', place))
    showHash(hash, String((shown as Record<string, unknown>)[hash.dataset['hash']!]));
  const download = find<HTMLAnchorElement>('a[download]', place);
  if (download.href.startsWith('blob:')) URL.revokeObjectURL(download.href);
  download.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  download.download = file;
};

for (const place of findAll('[data-document]'))
  find('[data-verify]', place).addEventListener('click', () => leaveDocument(shownText(place)));
