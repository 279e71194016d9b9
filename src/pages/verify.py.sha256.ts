import { z } from 'zod';
import { documentFile } from '../http/document.ts';
import { pythonVerifierSha256 } from '../site/verifier-file.ts';

export const GET = documentFile(
  {
    id: 'getPythonVerifierChecksum',
    tag: 'Adjudication',
    summary: 'Checksum of the verifier in Python',
    description: 'SHA-256 of /verify.py, for `sha256sum -c` in the folder that holds it.',
    schema: z.string(),
    mediaType: 'text/plain',
  },
  () => Promise.resolve(`${pythonVerifierSha256()}  verify.py\n`),
);
