import { sep } from 'node:path';
import { suffixes } from '../http/compress.ts';

/** The file in which the build writes the header table for a CDN. */
export const HEADER_TABLE = '_headers';

/** The address of a published file: without `index.html` or `.html`. */
export const addressOf = (file: string): string => {
  const path = `/${file.split(sep).join('/')}`;
  return path === '/index.html' ? '/' : path.replace(/(\/index)?\.html$/, '');
};

/** Whether a file of a build has an address; compressed copies and the header table have none. */
export const hasAddress = (file: string): boolean =>
  file !== HEADER_TABLE && !Object.values(suffixes).some((suffix) => file.endsWith(suffix));
