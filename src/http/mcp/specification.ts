import { sectionPath } from '../../domain/vocabulary/service.ts';

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
    return [{ title: `${number} ${title}`, path: sectionPath(number), text }];
  });
