import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const ENTRY = 'src/cli/verify-alone.ts';

const OPENING = `#!/usr/bin/env node
// Verifies receipts and packs without the service that made them, on Node 20 or newer and without installing anything:
//
//   node verify.mjs --help
//
// Built from ${ENTRY} of agent-accountability-service (Apache-2.0). The licences of the packages in it stand at
// the end.
`;

/** The folders of the packages that these modules are from, relative to the project. */
const packageFolders = (moduleIds: readonly string[]): string[] =>
  [...new Set(moduleIds.flatMap((id) => /node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []))].toSorted();

const licenceOf = (root: string, folder: string): string => {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((one) => /^licen[cs]e(\.md|\.txt)?$/i.test(one));
  if (file === undefined) throw new Error(`${name} brings no licence to publish with its code`);
  return `${name} ${version}\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}`;
};

const asComment = (text: string): string => text.replaceAll(/^/gm, '// ').replaceAll(/ +$/gm, '');

/** Calls that change nothing, so that a bundle has only the schemas that are used: those of `z`, and of what it made. */
const pureNames = (root: string): string[] => [
  'z',
  'schemaId',
  ...globSync('src/domain/**/*.ts', { cwd: root }).flatMap((file) =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(/^(?:export )?const ([A-Z]\w*[a-z]\w*) =/gm),
      ([, name]) => name!,
    ),
  ),
];

/** How a bundler takes verifiers to other people: zod gives way to the file that reads the same schemas. */
export const verifierBundle = (root: string) => ({
  alias: { zod: join(root, 'src/domain/verification/shapes.ts') },
  treeshake: { manualPureFunctions: pureNames(root), propertyReadSideEffects: false as const },
});

const bundle = async (root: string): Promise<string> => {
  const { build } = await import('rolldown');
  const { alias, treeshake } = verifierBundle(root);
  const { output } = await build({
    cwd: root,
    input: ENTRY,
    platform: 'node',
    // A package may lie behind a link; the comments that name the modules then still name them as the project sees them.
    resolve: { alias, symlinks: false },
    treeshake: { ...treeshake, moduleSideEffects: false },
    output: { format: 'es', codeSplitting: false },
    write: false,
  });
  const [{ code, moduleIds }] = output;
  const licences = packageFolders(moduleIds).map((folder) => asComment(licenceOf(root, folder)));
  return [OPENING, code, ...licences.map((licence) => `${licence}\n`)].join('\n');
};

let built: Promise<string> | undefined;

/** The verifier that needs nothing but Node: the same bytes for the same sources, whatever folder they lie in. */
export const loadVerifierFile = (root: string): Promise<string> => (built ??= bundle(root));

/** One file of a tape archive (POSIX ustar): a block of facts, and the bytes in whole blocks. */
const tarred = (name: string, content: string): Buffer => {
  const bytes = Buffer.from(content);
  const facts = Buffer.alloc(512);
  const octal = (value: number) => value.toString(8).padStart(11, '0');
  const fields = [[0, name], [100, '0000755'], [124, octal(bytes.length)], [148, ' '.repeat(8)], [156, '0'], [257, 'ustar']] as const; // prettier-ignore
  for (const [at, text] of fields) facts.write(text, at);
  facts.write(`${octal(facts.reduce((sum, byte) => sum + byte)).slice(-6)}\0`, 148);
  return Buffer.concat([facts, bytes, Buffer.alloc(-bytes.length & 511)]);
};

/** The verifier as a package of npm, which `npx <address>/verify.tgz` runs without a registry. */
export const packVerifier = async (root: string): Promise<Uint8Array<ArrayBuffer>> => {
  const { name, version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = { name: `${name}-verifier`, version, license, engines, type: 'module', bin: 'verify.mjs' };
  const facts = tarred('package/package.json', JSON.stringify(manifest, null, 2));
  const program = tarred('package/verify.mjs', await loadVerifierFile(root));
  return new Uint8Array(gzipSync(Buffer.concat([facts, program, Buffer.alloc(1024)])));
};
