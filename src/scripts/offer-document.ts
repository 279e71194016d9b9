import { find } from './page-elements.ts';

/**
 * Shows a document where another was shown: as JSON, to copy, and as a file with the text as it was answered.
 * @param place holds the JSON, a copy button and a download link. @param file the name of the file.
 */
export const offerDocument = (place: HTMLElement, document: object, text: string, file: string): void => {
  const pretty = JSON.stringify(document, null, 2);
  find('[data-json]', place).textContent = pretty;
  find('[data-copy]', place).dataset['copy'] = pretty;
  const download = find<HTMLAnchorElement>('a[download]', place);
  if (download.href.startsWith('blob:')) URL.revokeObjectURL(download.href);
  download.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  download.download = file;
};
