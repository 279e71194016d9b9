import { find, findAll } from './page-elements.ts';

/**
 * Draws the pictures of a dataset and its totals anew, of the records that a list shows.
 * @param countOf how many of them a filter leaves, by a link to it.
 * @param isShown whether the list shows a record, by its id.
 * @param isFiltered whether the list shows fewer than all.
 */
export const drawPictures = (
  countOf: (query: string) => number,
  isShown: (id: string) => boolean,
  isFiltered: boolean,
): void => {
  for (const total of findAll('[data-count]')) total.textContent = String(countOf(total.dataset['count']!));
  // What is said and taken of a whole picture is marked as that while the list shows less.
  for (const words of findAll('[data-whole]')) words.hidden = !isFiltered;
  for (const figure of findAll('figure.chart'))
    find('[data-copy]', figure).dataset['copy'] =
      `${location.origin}${location.pathname}${location.search}#${figure.id}`;
  for (const row of findAll('.dots li:not(.axis)')) {
    for (const dot of findAll('i', row)) dot.hidden = !isShown(dot.dataset['of']!);
    const shown = findAll('i:not([hidden])', row).map(({ dataset }) => dataset['of']);
    find('[data-total]', row).textContent = String(new Set(shown).size);
    for (const mark of findAll<HTMLAnchorElement>('.cells a', row)) {
      const { length: count } = findAll('i:not([hidden])', mark);
      mark.inert = count === 0;
      mark.title = mark.title.replace(/\d+$/, String(count));
    }
  }
};
