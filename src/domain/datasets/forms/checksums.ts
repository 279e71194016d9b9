import type { PublishedFile } from './published-file.ts';

/**
 * The lines that `sha256sum -c` reads, sorted by path. Paths are relative to the base address, so the
 * check runs in the folder that holds `data/` and `static/`.
 */
export const checksumsText = (files: readonly PublishedFile[]): string =>
  files
    .map(({ path, sha256 }) => ({ name: path.slice(1), sha256 }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .join('');
