import type { Sha256Hex } from '../../json/sha256.ts';
import { SERVICE_NAME } from '../../vocabulary/service.ts';

/** What is cited: a dataset or one of its records, in a version. */
export interface Cited {
  readonly title: string;
  /** The day of the version. */
  readonly version: string;
  /** The version of the dataset, by the hash of its document: two versions can be of one day (SPEC.md §6.6). */
  readonly sha256: Sha256Hex;
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
const bibtexText = (text: string): string =>
  text.replaceAll(/[\\{}&%$#_~^]/g, (character) => bibtexSpecial[character] ?? `\\${character}`);

/** The citation of a dataset or of one of its records, as a text and as BibTeX. */
export const buildCitation = ({
  title,
  version,
  sha256,
  address,
  part_of,
}: Cited): { text: string; bibtex: string } => {
  const key = `${new URL(address).pathname.split('/').filter(Boolean).join('-')}-${version}-${sha256.slice(0, 8)}`;
  const hash = `sha256:${sha256}`;
  const members = {
    title: `{${bibtexText(title)}}`,
    author: `{${SERVICE_NAME}}`,
    year: version.slice(0, 4),
    version,
    note: part_of === undefined ? hash : `Record of: ${bibtexText(part_of)}, ${hash}`,
    url: address,
  };
  const lines = Object.entries(members).map(([name, value]) => `  ${name} = {${value}}`);
  const [own, container] = part_of === undefined ? [`, ${hash}`, ''] : ['', ` In: ${part_of}, ${hash}.`];
  return {
    text: `${SERVICE_NAME}: ${title}.${container} Version of ${version}${own}. ${address}`,
    bibtex: `@misc{${key},\n${lines.join(',\n')}\n}`,
  };
};
