import { placeParts } from '../components/dataset/charts/bar-parts.ts';
import { find, findAll } from './page-elements.ts';

/** The bars of a picture, with all of them in one scale. */
const drawBars = (picture: Element, countOf: (query: string) => number): void => {
  const bars = findAll('li', picture).map((bar) =>
    findAll<SVGAElement>('svg a', bar).map((part) => ({ part, count: countOf(part.href.baseVal) })),
  );
  const full = Math.max(1, ...bars.map((parts) => parts.reduce((sum, { count }) => sum + count, 0)));
  for (const bar of bars) {
    const places = placeParts(
      bar.map(({ count }) => count),
      full,
    );
    bar.forEach(({ part, count }, at) => {
      const { x, width, middle, fits } = places[at]!;
      const [rect, number, title] = ['rect', 'text', 'title'].map((name) => find<SVGElement>(name, part));
      part.toggleAttribute('hidden', count === 0);
      rect!.setAttribute('x', x);
      rect!.setAttribute('width', width);
      number!.setAttribute('x', middle);
      number!.classList.toggle('unfit', !fits);
      number!.textContent = String(count);
      title!.textContent = title!.textContent.replace(/\d+$/, String(count));
    });
  }
};

/**
 * Draws the pictures of a dataset and its totals anew, of the records that a list shows.
 * @param countOf how many of them a filter leaves, by a link to it.
 * @param isShown whether the list shows a record, by its id.
 */
export const drawPictures = (countOf: (query: string) => number, isShown: (id: string) => boolean): void => {
  for (const total of findAll('[data-count]')) total.textContent = String(countOf(total.dataset['count']!));
  for (const picture of findAll('.bars')) drawBars(picture, countOf);
  for (const mark of findAll<HTMLAnchorElement>('.dots a[title]')) {
    const dots = findAll('i', mark);
    for (const dot of dots) dot.hidden = !isShown(dot.dataset['of']!);
    const count = dots.filter(({ hidden }) => !hidden).length;
    mark.title = mark.title.replace(/\d+ (\w+?)s?$/, `${count} $1${count === 1 ? '' : 's'}`);
    mark.ariaLabel = mark.title;
  }
};
