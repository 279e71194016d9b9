import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf, hasAddress, HEADER_TABLE } from './addresses.ts';
import { writeCompressedCopies } from './compressed-copies.ts';
import { filesBelow } from './files-below.ts';
import { headersFile } from './headers-file.ts';
import { SITE_FILE, writeSiteFile } from './site-file.ts';

/** Adds to a build what its server and a CDN need: compressed copies of the large files, `_headers`, and all in one file. */
export const finishBuild = async (dir: URL, siteUrl: string): Promise<void> => {
  const folder = fileURLToPath(dir);
  const files = filesBelow(folder).filter(hasAddress);
  const copies = writeCompressedCopies(folder, files);
  await Promise.all([copies, writeFile(join(folder, HEADER_TABLE), headersFile(files.map(addressOf), siteUrl))]);
  const served = filesBelow(folder).filter((name) => name !== HEADER_TABLE);
  writeSiteFile(
    join(folder, '..', SITE_FILE),
    folder,
    served.map((name) => [name, statSync(join(folder, name)).size]),
  );
};
