import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { compressions, compressor, isCompressedByBuild, isCompressible, suffixes } from '../http/compress.ts';
import { fileHeaders } from '../http/response-headers.ts';
import { addressOf, HEADER_TABLE } from './addresses.ts';
import { filesBelow } from './files-below.ts';
import { headersFile } from './headers-file.ts';
import { SITE_FILE, writeSiteFile } from './site-file.ts';

/** Writes the compressed copies of a file. @param isPage whether people wait for it. */
const writeCopies = async (file: string, size: number, isPage: boolean): Promise<void> => {
  await Promise.all(
    compressions.map((coding) =>
      pipeline(createReadStream(file), compressor(coding, size, isPage), createWriteStream(file + suffixes[coding])),
    ),
  );
};

/** Whether two files have the same bytes. */
const areEqual = async (file: string, other: string): Promise<boolean> =>
  (await readFile(file)).equals(await readFile(other));

/** Adds to a build what its server and a CDN need: compressed copies of the large files, `_headers`, and all in one file. */
export const finishBuild = async (dir: URL, siteUrl: string): Promise<void> => {
  const folder = fileURLToPath(dir);
  const files = filesBelow(folder);
  /** The last file of each size: the latest version of a dataset is its document under another name. */
  const compressed = new Map<number, string>();
  for (const name of files) {
    const file = join(folder, name);
    const { size } = statSync(file);
    if (!isCompressedByBuild(size) || !isCompressible(fileHeaders(addressOf(name)), size)) continue;
    const other = compressed.get(size);
    if (other !== undefined && (await areEqual(file, other)))
      for (const coding of compressions) await copyFile(other + suffixes[coding], file + suffixes[coding]);
    else await writeCopies(file, size, name.endsWith('.html'));
    compressed.set(size, file);
  }
  await writeFile(join(folder, HEADER_TABLE), headersFile(files.map(addressOf), siteUrl));
  const served = filesBelow(folder).filter((name) => name !== HEADER_TABLE);
  writeSiteFile(
    join(folder, '..', SITE_FILE),
    folder,
    served.map((name) => [name, statSync(join(folder, name)).size]),
  );
};
