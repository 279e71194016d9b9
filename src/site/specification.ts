import { sectionAnchor as anchorOf } from '../domain/vocabulary/service.ts';

/** A chapter of the specification, ready for its page. */
export interface Chapter {
  /** For instance `4`. */
  readonly number: string;
  readonly title: string;
  /** Its anchor on the page; stable as long as the number is. */
  readonly anchor: string;
  /** Its sections, without the heading of the chapter. */
  readonly html: string;
}

const headingOf = (level: 2 | 3): RegExp =>
  new RegExp(`<h${level} id="[^"]*">(\\d+(?:\\.\\d+)*) (.*?)</h${level}>`, 'g');

/**
 * Prepares the rendered text of SPEC.md for its page, by chapter: headings get anchors from their numbers, citations of
 * sections become links, and tables scroll in their own box.
 */
export const buildSpecification = (rendered: string): Chapter[] => {
  const known = new Set(
    [2, 3].flatMap((level) => [...rendered.matchAll(headingOf(level as 2 | 3))].map(([, one]) => one)),
  );
  let tables = 0;
  const html = rendered
    .replaceAll(/§(\d+(?:\.\d+)*)/g, (cited, number: string) =>
      known.has(number) ? `<a href="#${anchorOf(number)}">${cited}</a>` : cited,
    )
    .replaceAll(
      headingOf(3),
      (_, number: string, title: string) =>
        `<h3 id="${anchorOf(number)}"><a href="#${anchorOf(number)}">${number} ${title}</a></h3>`,
    )
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', () => {
      tables += 1;
      return `<div class="scroll" tabindex="0" role="region" aria-label="Table ${tables}"><table>`;
    })
    .replaceAll('</table>', '</table></div>');
  // What stands before the first chapter, then number, title and text of each.
  const [, ...parts] = html.split(headingOf(2));
  return Array.from({ length: parts.length / 3 }, (_, at) => {
    const [number, title, text] = parts.slice(3 * at) as [string, string, string];
    return { number, title, anchor: anchorOf(number), html: text };
  });
};
