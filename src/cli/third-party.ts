/**
 * Writes what accompanies a build: `third-party-notices.txt` and `sbom.cdx.json`. `npm run build` and the build of
 * `npm start` run it; the argument is the folder, by default `dist`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A package that a production installation holds. */
interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { version: string; license?: string; dev?: boolean }>>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The packages of the lockfile that `npm ci --omit=dev` takes on some platform, by folder. */
const productionPackages = (): Package[] =>
  Object.entries((readJson(join(root, 'package-lock.json')) as Lockfile).packages)
    .filter(([folder, { dev }]) => folder !== '' && dev !== true)
    .map(([folder, { version, license }]) => ({
      folder,
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license: license ?? 'not stated',
    }));

const textOf = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();

/** What a readme says under the heading of its licence. */
const licencePart = (readme: string): string =>
  /(?:^|\n)(?:#+[ \t]*licen[cs]\w*[^\n]*|licen[cs]\w*[ \t]*\n[-=]{3,})\n([^]*?)(?=\n#+ |\n[^\n]+\n[-=]{3,}\n|$)/i
    .exec(readme)?.[1]
    ?.trim() ?? '';

interface Described {
  readonly author?: string | { readonly name?: string };
  readonly homepage?: string;
}

/** What stands for the text of a licence where a package brings none: its name, where the text is, and whose package it is. */
const substitute = (license: string, { author, homepage }: Described): string => {
  const known = [...license.matchAll(/[A-Za-z0-9][\w.+-]*/g)].map(([id]) => id);
  const ids = known.filter((id) => !['AND', 'OR', 'WITH', 'not', 'stated'].includes(id));
  const owner = typeof author === 'string' ? author : author?.name;
  return [
    'The package brings no text of its licence.',
    ...ids.map((id) => `${id}: https://spdx.org/licenses/${id}.html`),
    ...(owner === undefined ? [] : [`Author: ${owner}`]),
    ...(homepage === undefined ? [] : [`Website: ${homepage}`]),
  ].join('\n');
};

/** The texts of licences and notices that a package brings, or that of its readme, or where they are. */
const noticeOf = ({ folder, license }: Package): string => {
  const path = join(root, folder);
  if (!existsSync(path)) return substitute(license, {});
  const files = readdirSync(path).toSorted();
  const texts = files
    .filter((file) => /^(third[-_]?party[-_]?)?(licen[cs]es?|copying|copyright\w*|notices?)([-.]\w+)*$/i.test(file))
    .map((file) => textOf(join(path, file)));
  if (texts.length > 0) return texts.join('\n\n');
  const readme = files.find((file) => /^readme(\.\w+)?$/i.test(file));
  const inReadme = readme === undefined ? '' : licencePart(textOf(join(path, readme)));
  const described = substitute(license, readJson(join(path, 'package.json')) as Described);
  return inReadme === '' ? described : `${described}\nIts readme says:\n\n${inReadme}`;
};

/** The names, versions, licences and notices of the packages of production; the same text is printed once. */
const thirdPartyNotices = (): string => {
  const sections = [...Map.groupBy(productionPackages(), noticeOf)].map(([text, packages]) => {
    const names = [...new Set(packages.map(({ name, version, license }) => `${name} ${version} (${license})`))];
    return `${names.toSorted().join('\n')}\n\n${text}\n`;
  });
  return [
    'What an installation for production holds besides this project, on one platform or another, with the licences and notices that it brings.\n',
    ...sections.toSorted(),
  ].join(`\n${'-'.repeat(80)}\n\n`);
};

interface Bom {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string; 'bom-ref': string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * The packages of production as a CycloneDX document, written by npm from the lockfile. What npm adds of the moment and
 * of this machine is left out: the same lockfile gives the same bytes.
 */
const billOfMaterials = (): string => {
  // Not --omit=dev, with which npm 11 leaves out every package that some package names as a development dependency.
  const options = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const { serialNumber: _, ...bom } = JSON.parse(
    execFileSync('npm', options, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' }),
  ) as Bom;
  const { timestamp: __, ...metadata } = bom.metadata;
  // npm takes the name of the folder.
  const { name } = readJson(join(root, 'package.json')) as { name: string };
  const kept = new Set([
    metadata.component['bom-ref'],
    ...productionPackages().map((one) => `${one.name}@${one.version}`),
  ]);
  const production = {
    ...bom,
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: bom.components.filter((component) => kept.has(component['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) })),
  };
  return `${JSON.stringify(production, null, 2)}\n`;
};

const folder = process.argv[2] ?? join(root, 'dist');
writeFileSync(join(folder, 'third-party-notices.txt'), thirdPartyNotices());
writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials());
