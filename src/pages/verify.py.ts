import { z } from 'zod';
import { documentFile } from '../http/document.ts';
import { readPythonVerifier } from '../site/verifier-file.ts';

export const GET = documentFile(
  {
    id: 'getPythonVerifier',
    tag: 'Adjudication',
    summary: 'Verifier in Python',
    description:
      'A second verifier, written from the specification alone: one file for Python 3.8 or later, `python3 verify.py receipt.json`. It never uses the network. Signatures are checked where the package `cryptography` is installed.',
    schema: z.string(),
    mediaType: 'text/x-python',
  },
  () => Promise.resolve(readPythonVerifier()),
);
