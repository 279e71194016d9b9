import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ENTRY = 'src/cli/verify-alone.ts';

const OPENING = `// Verifies receipts and packs without the service that made them, on Node 20 or newer and without installing anything:
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
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const file = readdirSync(join(root, folder)).find((one) => /^licen[cs]e(\.md|\.txt)?$/i.test(one));
  if (file === undefined) throw new Error(`${name} brings no licence to publish with its code`);
  return `${name} ${version}\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}`;
};

const asComment = (text: string): string =>
  text
    .split('\n')
    .map((line) => `// ${line}`.trimEnd())
    .join('\n');

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

/** The verifier in Python that the build publishes. */
export const readPythonVerifier = (): string => readFileSync(join(process.cwd(), 'public/verify.py'), 'utf8');
