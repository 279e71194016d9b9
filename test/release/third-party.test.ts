import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newFolder, runToEnd } from '../support/server.ts';

const root = join(import.meta.dirname, '../..');

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version: string; dev?: boolean; integrity?: string }>;
};
const packages = Object.entries(lockfile.packages).filter(([folder]) => folder !== '');
const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 13);
const namesOf = (wanted: boolean): string[] => [
  ...new Set(
    packages
      .filter(([, { dev }]) => (dev !== true) === wanted)
      .map(([path, { version }]) => `${nameOf(path)}@${version}`),
  ),
];

const texts: Record<'bom' | 'again' | 'notices', string> = { bom: '', again: '', notices: '' };
beforeAll(async () => {
  const [one, other] = [await newFolder(), await newFolder()];
  for (const folder of [one, other]) expect(await runToEnd('cli/third-party.ts', [folder])).toMatchObject({ code: 0 });
  texts.bom = readFileSync(join(one, 'sbom.cdx.json'), 'utf8');
  texts.again = readFileSync(join(other, 'sbom.cdx.json'), 'utf8');
  texts.notices = readFileSync(join(one, 'third-party-notices.txt'), 'utf8');
});

test('the bill of materials names every package of a production installation and no other, with its hash and licence', () => {
  const { bomFormat, specVersion, metadata, components } = JSON.parse(texts.bom) as {
    bomFormat: string;
    specVersion: string;
    metadata: { component: { name: string } };
    components: Component[];
  };
  expect([bomFormat, specVersion, metadata.component.name]).toEqual([
    'CycloneDX',
    '1.5',
    'agent-accountability-service',
  ]);
  expect(components.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual(namesOf(true).toSorted());
  const integrities = new Set(packages.map(([, { integrity }]) => integrity));
  for (const { name, version, purl, licenses, hashes } of components) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    expect(licenses, name).toHaveLength(1);
    expect(integrities).toContain(`sha512-${Buffer.from(hashes![0]!.content, 'hex').toString('base64')}`);
  }
});

test('the bill of materials is the same wherever and whenever it is made, and names no registry and no path', () => {
  expect(texts.again).toBe(texts.bom);
  expect([...texts.bom.matchAll(/\w+:\/\/[^/"]+/g)].map(([address]) => address)).toEqual(['http://cyclonedx.org']);
  expect(texts.bom).not.toContain(root);
  expect(texts.bom).not.toMatch(/"\/|file:/);
});

test('the notices name every package that the service needs, with the text of its licence', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const [name, version] of Object.entries(dependencies)) expect(texts.notices).toContain(`${name} ${version} (`);
  const onlyForDevelopment = namesOf(false).filter((one) => !namesOf(true).includes(one));
  expect(onlyForDevelopment.length).toBeGreaterThan(100);
  for (const one of onlyForDevelopment) expect(texts.notices).not.toContain(`\n${one.replace(/@(?=[^@]+$)/, ' ')} (`);
  expect(texts.notices).toContain('Permission is hereby granted, free of charge');
  expect(texts.notices).not.toContain(root);
});

test('every package of the bill of materials has a notice: the text of its licence, or where that is', () => {
  const { components } = JSON.parse(texts.bom) as { components: Component[] };
  const [, ...sections] = texts.notices.split(`\n${'-'.repeat(80)}\n\n`);
  const noticeOf = new Map(
    sections.flatMap((section) => {
      const end = section.indexOf('\n\n');
      const names = section.slice(0, end).split('\n');
      return names.map((name) => [name.replace(/ \(.*\)$/, ''), section.slice(end).trim()] as const);
    }),
  );
  const without = components.filter(({ name, version }) => !noticeOf.get(`${name} ${version}`));
  expect(without).toEqual([]);
  for (const [name, notice] of noticeOf) {
    if (!notice.startsWith('The package brings no text')) continue;
    expect(notice, name).toContain('https://spdx.org/licenses/');
  }
  expect(noticeOf.get('boolbase 1.0.0')).toContain('https://spdx.org/licenses/ISC.html');
  expect(noticeOf.get('hash.js 1.1.7')).toMatch(/Its readme says:[^]*Permission is hereby granted/);
});
