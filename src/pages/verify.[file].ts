import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { sha256Hex } from '../domain/json/hash.ts';
import { documentFiles, type DocumentInstance } from '../http/document.ts';
import { loadVerifierFile, packVerifier } from '../site/verifier-file.ts';

const programs = {
  mjs: {
    id: 'getVerifier',
    summary: 'Verifier in one file',
    description:
      'A program for Node 20 or newer that makes the same checks as the page /verify, without installing anything: `node verify.mjs receipt.json`. It asks no network but for an address that it is given.',
    mediaType: 'text/javascript',
  },
  py: {
    id: 'getPythonVerifier',
    summary: 'Verifier in Python',
    description:
      'A second verifier, written from the specification alone: one file for Python 3.8 or later, `python3 verify.py receipt.json`. It never uses the network. Signatures are checked where the package `cryptography` is installed.',
    mediaType: 'text/x-python',
  },
  tgz: {
    id: 'getVerifierPackage',
    summary: 'Verifier as a package',
    description:
      'The program of /verify.mjs as a package of npm, which `npx <this address> receipt.json` runs without asking a registry.',
    mediaType: 'application/gzip',
  },
};

/** The entry of a program and that of its checksum. */
const entriesOf = ([file, program]: [string, (typeof programs)['mjs']]): DocumentInstance[] => {
  const shared = { tag: 'Adjudication', schema: z.string() } as const;
  const id = `${program.id}Checksum`;
  const description = `SHA-256 of /verify.${file}, for \`sha256sum -c\` in the folder that holds it.`;
  const checksum = { id, summary: `${program.summary}: checksum`, description, mediaType: 'text/plain' };
  return [
    { ...shared, ...program, params: { file } },
    { ...shared, ...checksum, params: { file: `${file}.sha256` } },
  ];
};

export const { GET, getStaticPaths } = documentFiles(Object.entries(programs).flatMap(entriesOf), async () => {
  const root = process.cwd();
  const contents = {
    mjs: await loadVerifierFile(root),
    py: readFileSync('public/verify.py'),
    tgz: await packVerifier(root),
  };
  return Object.entries(contents).flatMap(([file, content]) => [
    // /verify.py itself lies in public/.
    ...(file === 'py' ? [] : [{ params: { file }, content: () => content }]),
    { params: { file: `${file}.sha256` }, content: () => `${sha256Hex(content)}  verify.${file}\n` },
  ]);
});
