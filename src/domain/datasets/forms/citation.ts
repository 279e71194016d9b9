import { SERVICE_NAME } from '../../vocabulary/service.ts';

/** What is cited: a dataset or one of its records, in a version. */
export interface Cited {
  readonly title: string;
  /** The day of the version. */
  readonly version: string;
  readonly address: string;
  /** The dataset that a record is part of. */
  readonly part_of?: string;
}

const bibtexSpecial: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
};

/** A text as BibTeX reads it. */
export const bibtexText = (text: string): string =>
  text.replaceAll(/[\\{}&%$#_~^]/g, (character) => bibtexSpecial[character] ?? `\\${character}`);

/** The citation of a dataset or of one of its records, as a text and as BibTeX. */
export const buildCitation = ({ title, version, address, part_of }: Cited): { text: string; bibtex: string } => {
  const key = `${new URL(address).pathname.split('/').filter(Boolean).join('-')}-${version}`;
  const members = {
    title: `{${bibtexText(title)}}`,
    author: `{${SERVICE_NAME}}`,
    year: version.slice(0, 4),
    version,
    ...(part_of === undefined ? {} : { note: `Record of: ${bibtexText(part_of)}` }),
    url: address,
  };
  const lines = Object.entries(members).map(([name, value]) => `  ${name} = {${value}}`);
  const container = part_of === undefined ? '' : ` In: ${part_of}.`;
  return {
    text: `${SERVICE_NAME}: ${title}.${container} Version of ${version}. ${address}`,
    bibtex: `@misc{${key},\n${lines.join(',\n')}\n}`,
  };
};
