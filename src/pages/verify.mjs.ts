import { z } from 'zod';
import { documentFile } from '../http/document.ts';
import { loadVerifierFile } from '../site/verifier-file.ts';

export const GET = documentFile(
  {
    id: 'getVerifier',
    tag: 'Adjudication',
    summary: 'Verifier in one file',
    description:
      'A program for Node 20 or newer that makes the same checks as the page /verify, without installing anything: `node verify.mjs receipt.json`. It asks no network but for an address that it is given.',
    schema: z.string(),
    mediaType: 'text/javascript',
  },
  async () => (await loadVerifierFile(process.cwd())).text,
);
