/** Where the text of the specification is, relative to the base address, and the page that shows it. */
export const specificationPaths = { text: '/specification.md', page: '/specification' } as const;

/** The anchor of a section on the page; stable as long as its number is. */
export const sectionAnchor = (number: string): string => `section-${number.replaceAll('.', '-')}`;

/** A chapter of the specification. */
export interface Chapter {
  readonly title: string;
  /** Where it is on the page, relative to the base address. */
  readonly path: string;
  /** Markdown. */
  readonly text: string;
}

/** The chapters of the specification. */
export const chaptersOf = (specification: string): Chapter[] =>
  specification.split(/^(?=## \d)/m).flatMap((text) => {
    const [, number, title] = /^## (\d+) (.*)/.exec(text) ?? [];
    if (number === undefined || title === undefined) return [];
    return [{ title: `${number} ${title}`, path: `${specificationPaths.page}#${sectionAnchor(number)}`, text }];
  });
