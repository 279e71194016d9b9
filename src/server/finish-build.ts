import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fileHeaders, securityHeaders } from '../http/response-headers.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Below this size a compressed copy saves no packet. */
const SMALLEST_COMPRESSED = 512;
const compressible = /\.(html|css|m?js|json|ndjson|csv|xml|svg|txt)$|SHA256SUMS$/;

/** The address of a built file: `index.html` and `.html` are left out of it. */
export const addressOf = (file: string): string => {
  const path = `/${file.split(sep).join('/')}`;
  return path === '/index.html' ? '/' : path.replace(/(\/index)?\.html$/, '');
};

/** Every file below a folder, as paths relative to it, sorted. */
export const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
};

/** The header table for a CDN that reads `_headers`: the fields the front sends, for each address. */
export const headersFile = (addresses: readonly string[], siteUrl: string): string => {
  const block = (pattern: string, fields: Readonly<Record<string, string>>) =>
    [pattern, ...Object.entries(fields).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[block('/*', securityHeaders(siteUrl)), ...addresses.map((address) => block(address, fileHeaders(address)))].join('\n\n')}\n`;
};

const compress = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  if (bytes.length < SMALLEST_COMPRESSED) return;
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    deflate(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
};

/** Files that are compressed at a time: enough for every core, few enough for the memory. */
const AT_A_TIME = 16;

/** Adds to a build what its server and a CDN need: br and gzip copies where they are smaller, and `_headers`. */
export const finishBuild = async (dir: URL, siteUrl: string): Promise<void> => {
  const folder = fileURLToPath(dir);
  const files = await filesBelow(folder);
  const waiting = files.filter((name) => compressible.test(name)).values();
  const work = async (): Promise<void> => {
    for (const name of waiting) await compress(join(folder, name));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  await writeFile(join(folder, '_headers'), headersFile(files.map(addressOf), siteUrl));
};
