import { sectionAnchor as anchorOf } from '../domain/vocabulary/service.ts';

/** A numbered section of the specification. */
export interface SpecificationSection {
  /** For instance `4.2`. */
  readonly number: string;
  readonly title: string;
  /** Its anchor on the page; stable as long as the number is. */
  readonly anchor: string;
}

/** The specification, ready for its page. */
export interface Specification {
  readonly sections: readonly SpecificationSection[];
  /** Without the main heading. */
  readonly html: string;
}

const heading = /<h([23]) id="[^"]*">(\d+(?:\.\d+)*) (.*?)<\/h\1>/g;

/** Line ends that a browser shows as a space or not at all, but not those of code. */
const lineEnds = /(<pre>.*?<\/pre>)|\n+/gs;
const betweenBlocks = /> (?=<\/?(?:h[23]|p|[ou]l|li|pre|table|thead|tbody|tr|th|td)[ >])/g;

/**
 * Prepares the rendered text of SPEC.md for its page: headings get anchors from their numbers, citations of sections
 * become links, tables scroll in their own box, and the marks of origin can be styled. Lines are not ended where those of
 * the source are: compressed, that makes a sixtieth of the page.
 */
export const buildSpecification = (rendered: string): Specification => {
  const sections = [...rendered.matchAll(heading)].map(([, , number, title]): SpecificationSection => ({
    number: number!,
    title: title!,
    anchor: anchorOf(number!),
  }));
  const known = new Set(sections.map(({ number }) => number));
  let tables = 0;
  const html = rendered
    .replace(/<h1[^>]*>.*?<\/h1>\s*/, '')
    .replaceAll(lineEnds, (_, code: string | undefined) => code ?? ' ')
    .replaceAll(betweenBlocks, '>')
    .replaceAll(/§(\d+(?:\.\d+)*)/g, (cited, number: string) =>
      known.has(number) ? `<a href="#${anchorOf(number)}">${cited}</a>` : cited,
    )
    .replaceAll(
      heading,
      (_, level: string, number: string, title: string) =>
        `<h${level} id="${anchorOf(number)}"><a href="#${anchorOf(number)}">${number} ${title}</a></h${level}>`,
    )
    .replaceAll(/<p><em>(Interface|Decided|Interface and decided)<\/em><\/p>/g, '<p class="origin">$1</p>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', () => {
      tables += 1;
      return `<div class="scroll" tabindex="0" role="region" aria-label="Table ${tables}"><table>`;
    })
    .replaceAll('</table>', '</table></div>');
  return { sections, html };
};
