import { addressOf } from './catalogue.ts';

const sources = import.meta.glob<string>('../pages/**/*.astro', { eager: true, query: '?raw', import: 'default' });

/** The pages that are neither made per record nor kept out of every index, with their address and source, by address. */
export const writtenPages: readonly { readonly path: string; readonly source: string }[] = Object.entries(sources)
  .filter(([file, source]) => !file.includes('[') && !source.includes('robots="noindex'))
  .map(([file, source]) => ({ path: addressOf(file), source }))
  .toSorted((a, b) => (a.path < b.path ? -1 : 1));
