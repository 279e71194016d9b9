import { z } from 'zod';
import { sha256Hex } from '../domain/json/hash.ts';
import { documentFiles } from '../http/document.ts';
import { loadVerifierFile, readPythonVerifier } from '../site/verifier-file.ts';

const listed = {
  mjs: {
    id: 'getVerifier',
    summary: 'Verifier in one file',
    description:
      'A program for Node 20 or newer that makes the same checks as the page /verify, without installing anything: `node verify.mjs receipt.json`. It asks no network but for an address that it is given.',
    mediaType: 'text/javascript',
  },
  'mjs.sha256': {
    id: 'getVerifierChecksum',
    summary: 'Checksum of the verifier',
    description: 'SHA-256 of /verify.mjs, for `sha256sum -c` in the folder that holds it.',
    mediaType: 'text/plain',
  },
  py: {
    id: 'getPythonVerifier',
    summary: 'Verifier in Python',
    description:
      'A second verifier, written from the specification alone: one file for Python 3.8 or later, `python3 verify.py receipt.json`. It never uses the network. Signatures are checked where the package `cryptography` is installed.',
    mediaType: 'text/x-python',
  },
  'py.sha256': {
    id: 'getPythonVerifierChecksum',
    summary: 'Checksum of the verifier in Python',
    description: 'SHA-256 of /verify.py, for `sha256sum -c` in the folder that holds it.',
    mediaType: 'text/plain',
  },
};

export const { GET, getStaticPaths } = documentFiles(
  Object.entries(listed).map(([file, entry]) => ({
    ...entry,
    tag: 'Adjudication',
    schema: z.string(),
    params: { file },
  })),
  // /verify.py itself lies in public/.
  async () => {
    const verifier = await loadVerifierFile(process.cwd());
    const checksum = (file: string, text: string) => ({
      params: { file: `${file}.sha256` },
      content: () => `${sha256Hex(text)}  verify.${file}\n`,
    });
    return [
      { params: { file: 'mjs' }, content: () => verifier },
      checksum('mjs', verifier),
      checksum('py', readPythonVerifier()),
    ];
  },
);
