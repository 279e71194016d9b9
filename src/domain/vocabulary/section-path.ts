/** Where the specification is: its page and its text, relative to the base address. */
export const specificationPaths = { page: '/specification', text: '/specification.md' } as const;

/** The anchor of a section on the page; stable as long as its number is. */
export const sectionAnchor = (number: string): string => `section-${number.replaceAll('.', '-')}`;

/** Where a section is, relative to the base address. */
export const sectionPath = (number: string): string => `${specificationPaths.page}#${sectionAnchor(number)}`;
