import { sectionAnchor as anchorOf, sectionPath } from '../domain/vocabulary/service.ts';

interface Heading {
  /** For instance `4` or `4.2`. */
  readonly number: string;
  readonly title: string;
}

/** A chapter of the specification, ready for its page. */
export interface Chapter extends Heading {
  readonly sections: readonly Heading[];
  /** Its sections, without the heading of the chapter. */
  readonly html: string;
}

const headingOf = (level: 2 | 3): RegExp =>
  new RegExp(`<h${level} id="[^"]*">(\\d+(?:\\.\\d+)*) (.*?)</h${level}>`, 'g');

/**
 * Prepares the rendered text of SPEC.md for its pages, by chapter: headings get anchors from their numbers, citations of
 * sections become links, and tables scroll in their own box.
 */
export const buildSpecification = (rendered: string): Chapter[] => {
  const known = new Set(
    [2, 3].flatMap((level) => [...rendered.matchAll(headingOf(level as 2 | 3))].map(([, one]) => one)),
  );
  let tables = 0;
  const html = rendered
    .replaceAll(/§(\d+(?:\.\d+)*)/g, (cited, number: string) =>
      known.has(number) ? `<a href="${sectionPath(number)}">${cited}</a>` : cited,
    )
    .replaceAll(
      headingOf(3),
      (_, number: string, title: string) =>
        `<h2 id="${anchorOf(number)}"><a href="#${anchorOf(number)}">${number} ${title}</a></h2>`,
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
    const sections = Array.from(text.matchAll(/<h2 [^>]*><a [^>]*>(\S+) (.*?)<\/a>/g), ([, one, name]) => ({
      number: one!,
      title: name!,
    }));
    return { number, title, sections, html: text };
  });
};
