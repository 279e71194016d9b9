import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { compressions, compressor, isCompressedByBuild, isCompressible, suffixes } from '../http/compress.ts';
import { fileHeaders } from '../http/response-headers.ts';
import { addressOf, HEADER_TABLE } from './addresses.ts';
import { filesBelow } from './files-below.ts';
import { headersFile } from './headers-file.ts';

/** Adds to a build what its server and a CDN need: compressed copies of the large files, and `_headers`. */
export const finishBuild = async (dir: URL, siteUrl: string): Promise<void> => {
  const folder = fileURLToPath(dir);
  const files = filesBelow(folder);
  for (const name of files) {
    const file = join(folder, name);
    const { size } = statSync(file);
    if (!isCompressedByBuild(size) || !isCompressible(fileHeaders(addressOf(name)), size)) continue;
    await Promise.all(
      compressions.map((coding) =>
        pipeline(
          createReadStream(file),
          compressor(coding, size, name.endsWith('.html')),
          createWriteStream(file + suffixes[coding]),
        ),
      ),
    );
  }
  await writeFile(join(folder, HEADER_TABLE), headersFile(files.map(addressOf), siteUrl));
};
