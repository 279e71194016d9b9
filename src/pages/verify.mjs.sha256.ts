import { z } from 'zod';
import { documentFile } from '../http/document.ts';
import { loadVerifierFile } from '../site/verifier-file.ts';

export const GET = documentFile(
  {
    id: 'getVerifierChecksum',
    tag: 'Adjudication',
    summary: 'Checksum of the verifier',
    description: 'SHA-256 of /verify.mjs, for `sha256sum -c` in the folder that holds it.',
    schema: z.string(),
    mediaType: 'text/plain',
  },
  async () => `${(await loadVerifierFile(process.cwd())).sha256}  verify.mjs\n`,
);
