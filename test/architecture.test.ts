import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What each room may import of ours, besides itself (ARCHITECTURE.md, Direction). */
const allowed: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  config: [],
  'build-source': ['domain'],
  datasets: ['domain'],
  storage: ['domain', 'config'],
  chain: ['domain', 'config'],
  anchoring: ['domain', 'config'],
  devnet: ['domain'],
  observing: ['domain'],
  'intake-service': ['domain', 'storage'],
  'evidence-service': ['domain'],
  app: ['domain', 'config', 'storage', 'chain', 'anchoring', 'datasets', 'intake-service', 'evidence-service'],
  http: ['domain', 'datasets', 'config', 'app', 'intake-service'],
  fetch: ['app', 'config', 'http'],
  // What people see is one layer; the scripts of pages take no more than a browser can.
  scripts: ['domain', 'components'],
  layouts: ['domain', 'datasets', 'http', 'components', 'styles'],
  components: ['domain', 'datasets', 'app', 'http', 'layouts', 'styles', 'scripts'],
  pages: [
    'domain',
    'datasets',
    'config',
    'build-source',
    'intake-service',
    'app',
    'http',
    'layouts',
    'components',
    'styles',
    'scripts',
  ],
  env: ['http'],
  server: ['domain', 'config', 'app', 'http', 'intake-service', 'build-source', 'pages'],
  cli: ['domain', 'config', 'app', 'storage', 'chain', 'anchoring', 'datasets', 'devnet', 'observing', 'http'],
};

const sources = (await Array.fromAsync(glob('src/**/*.{ts,astro}', { cwd: root }))).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

const roomOf = (path: string): string => path.split('/')[1]!.replace(/(\.d)?\.(ts|astro)$/, '');

const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)'([^']+)'/g)].map((match) => match[1]!);

test('imports follow the direction of the rooms', () => {
  const breaches = sources.flatMap(({ file, text }) =>
    importsOf(text)
      .filter((target) => target.startsWith('.'))
      .map((target) => roomOf(relative(root, join(root, file, '..', target))))
      .filter((room) => room !== roomOf(file) && !(allowed[roomOf(file)] ?? []).includes(room))
      .map((room) => `${file} -> ${room}`),
  );
  expect(breaches).toEqual([]);
});

test('the domain uses nothing but zod, canonicalize and node:crypto', () => {
  const breaches = sources
    .filter(({ file }) => file.startsWith('src/domain/'))
    .flatMap(({ file, text }) =>
      importsOf(text)
        .filter((target) => !target.startsWith('.') && !['zod', 'canonicalize', 'node:crypto'].includes(target))
        .map((target) => `${file} -> ${target}`),
    );
  expect(breaches).toEqual([]);
});

test('the domain reads no clock and draws no random number', () => {
  const breaches = sources
    .filter(
      ({ file, text }) =>
        file.startsWith('src/domain/') && /Date\.now\(|new Date\(\)|Math\.random|randomBytes|randomUUID/.test(text),
    )
    .map(({ file }) => file);
  expect(breaches).toEqual([]);
});

test('only the configuration reads the environment', () => {
  const breaches = sources
    .filter(({ file, text }) => file !== 'src/config.ts' && /process\.env/.test(text))
    .map(({ file }) => file);
  expect(breaches).toEqual([]);
});

test('only src/chain loads the chain SDK, and only when it is needed', () => {
  for (const { file, text } of sources) {
    const eager = /^import (?!type)[^;]*'@concordium\/web-sdk/m.test(text);
    expect(eager, `${file} loads the SDK at import`).toBe(false);
    if (text.includes("'@concordium/web-sdk")) expect(file).toMatch(/^src\/chain\//);
  }
});
