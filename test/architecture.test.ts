import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What each room may import of ours, besides itself (ARCHITECTURE.md, Direction). */
const allowed: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  config: [],
  'private-file': [],
  'whole-file': [],
  'dataset-files': ['domain'],
  storage: ['domain', 'config'],
  chain: ['domain', 'config', 'private-file'],
  devnet: ['domain'],
  signing: ['domain', 'private-file', 'whole-file'],
  observing: ['domain', 'whole-file'],
  proposing: ['domain'],
  services: ['domain', 'config', 'storage'],
  app: ['domain', 'config', 'storage', 'chain', 'services', 'signing'],
  http: ['domain', 'dataset-files', 'config', 'app', 'services'],
  fetch: ['app', 'config', 'http'],
  // What the site says about itself. It lists what the pages declare by looking at the folder, not by importing them.
  site: ['domain', 'dataset-files', 'config', 'signing', 'http'],
  // What people see is one layer; the scripts of pages take no more than a browser can.
  scripts: ['domain', 'components'],
  layouts: ['domain', 'dataset-files', 'http', 'components', 'styles'],
  components: ['domain', 'dataset-files', 'app', 'http', 'layouts', 'styles', 'scripts'],
  pages: [
    'domain',
    'dataset-files',
    'config',
    'services',
    'app',
    'http',
    'site',
    'layouts',
    'components',
    'styles',
    'scripts',
  ],
  env: ['http'],
  server: ['domain', 'config', 'signing', 'app', 'http', 'services', 'pages'],
  cli: [
    'domain',
    'config',
    'app',
    'storage',
    'chain',
    'services',
    'dataset-files',
    'devnet',
    'observing',
    'proposing',
    'signing',
    'http',
    'whole-file',
  ],
};

/** What each room of the domain may import of the others. No arrow leads back up. A star stands for each single dataset. */
const allowedInDomain: Readonly<Record<string, readonly string[]>> = {
  vocabulary: [],
  json: ['vocabulary'],
  chains: ['vocabulary', 'json'],
  keys: ['vocabulary', 'json'],
  receipts: ['vocabulary', 'json', 'chains', 'keys'],
  anchors: ['vocabulary', 'json', 'chains', 'keys', 'receipts'],
  adjudication: ['vocabulary', 'json', 'chains', 'keys', 'receipts', 'anchors'],
  intake: ['vocabulary', 'json', 'keys', 'receipts'],
  'accept-intake': ['vocabulary', 'json', 'intake'],
  'intake-summary': ['vocabulary', 'intake'],
  'intake-form': [],
  agent: ['vocabulary', 'json', 'chains', 'keys', 'intake', 'intake-summary'],
  'datasets/record': ['vocabulary', 'json'],
  'datasets/*': ['vocabulary', 'json', 'chains', 'datasets/record'],
  'datasets/forms': ['vocabulary', 'json', 'keys', 'datasets/record'],
  observation: ['vocabulary', 'json', 'chains', 'datasets/*'],
  verification: [
    'vocabulary',
    'json',
    'chains',
    'keys',
    'receipts',
    'anchors',
    'adjudication',
    'intake',
    'agent',
    'datasets/forms',
  ],
};

/**
 * What may run in a browser. Nothing of it uses Node, and the scripts of pages reach nothing else:
 * rooms end with a slash.
 */
const runsInBrowser = [
  'src/scripts/',
  'src/domain/intake.ts',
  'src/domain/intake-form.ts',
  'src/domain/vocabulary/',
  'src/domain/json/canonical-json.ts',
  'src/domain/json/json-object.ts',
  'src/domain/json/json-scan.ts',
  'src/domain/json/sha256.ts',
  'src/domain/json/strict-json.ts',
  'src/domain/chains/caip.ts',
  'src/domain/chains/network.ts',
  'src/domain/keys/',
  'src/domain/receipts/decision-receipt.ts',
  'src/domain/receipts/evidence-item.ts',
  'src/domain/receipts/mandate.ts',
  'src/domain/receipts/mandate-scope.ts',
  'src/domain/receipts/party.ts',
  'src/domain/receipts/receipt-page.ts',
  'src/domain/anchors/anchor-evidence.ts',
  'src/domain/anchors/anchor-facility.ts',
  'src/domain/anchors/anchor-record.ts',
  'src/domain/anchors/anchor-state.ts',
  'src/domain/anchors/cbor-text.ts',
  'src/domain/anchors/chain-failure.ts',
  'src/domain/anchors/fee-estimate.ts',
  'src/domain/anchors/registered-data.ts',
  'src/domain/agent/agent-card.ts',
  'src/domain/datasets/forms/data-manifest.ts',
  'src/domain/datasets/search/find-records.ts',
  'src/domain/datasets/search/search-index.ts',
  'src/domain/datasets/search/words.ts',
  'src/domain/adjudication/boundaries.ts',
  'src/domain/adjudication/conceptual-contract.ts',
  'src/domain/adjudication/evidence-pack.ts',
  'src/domain/adjudication/runner.ts',
  'src/domain/adjudication/state-machine.ts',
  'src/domain/adjudication/verdict.ts',
  'src/domain/adjudication/verdict-rules.ts',
  'src/domain/adjudication/work-order.ts',
  'src/domain/adjudication/work-order-guards.ts',
  'src/domain/adjudication/work-order-pack.ts',
  'src/domain/verification/',
  'src/components/receipt/words.ts',
];

const sources = (await Array.fromAsync(glob('src/**/*.{ts,astro}', { cwd: root }))).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

const roomOf = (path: string): string => path.split('/')[1]!.replace(/(\.d)?\.(ts|astro)$/, '');

const domainRoomOf = (path: string): string => {
  const [first, second, third] = path.replace('src/domain/', '').replace(/\.ts$/, '').split('/');
  return first === 'datasets' && third !== undefined ? `${first}/${second}` : first!;
};

/** The room as the table above names it: the datasets keep one rule, and none of them reaches into another. */
const inTable = (room: string): string =>
  room.startsWith('datasets/') && !(room in allowedInDomain) ? 'datasets/*' : room;

const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)'([^']+)'/g)].map((match) => match[1]!);

const ownImportsOf = (file: string, targets: readonly string[]): string[] =>
  targets
    .filter((target) => target.startsWith('.'))
    .map((target) => relative(root, join(root, file, '..', target)))
    // The page of the specification renders SPEC.md, and a file repeats it; it is in no room.
    .filter((target) => !/^SPEC\.md(\?raw)?$/.test(target));

test('imports follow the direction of the rooms', () => {
  const breaches = sources.flatMap(({ file, text }) =>
    ownImportsOf(file, importsOf(text))
      .map(roomOf)
      .filter((room) => room !== roomOf(file) && !(allowed[roomOf(file)] ?? []).includes(room))
      .map((room) => `${file} -> ${room}`),
  );
  expect(breaches).toEqual([]);
});

test('the rooms of the domain import only in the allowed direction', () => {
  const breaches = sources
    .filter(({ file }) => file.startsWith('src/domain/'))
    .flatMap(({ file, text }) =>
      ownImportsOf(file, importsOf(text))
        .map(domainRoomOf)
        .filter(
          (room) =>
            room !== domainRoomOf(file) && !allowedInDomain[inTable(domainRoomOf(file))]?.includes(inTable(room)),
        )
        .map((room) => `${file} -> ${room}`),
    );
  expect(breaches).toEqual([]);
  const rooms = Object.keys(allowedInDomain);
  const reach = (room: string, seen = new Set<string>()): Set<string> => {
    for (const next of allowedInDomain[room]!) if (!seen.has(next)) reach(next, seen.add(next));
    return seen;
  };
  expect(rooms.filter((room) => reach(room).has(room))).toEqual([]);
});

test('code for browsers uses no module of Node, and page scripts import only such code', () => {
  const listed = (file: string): boolean =>
    runsInBrowser.some((entry) => (entry.endsWith('/') ? file.startsWith(entry) : file === entry));
  const textOf = new Map(sources.map(({ file, text }) => [file, text]));
  const unlisted = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!listed(file)) unlisted.add(file);
    const values = [...textOf.get(file)!.matchAll(/^import\s([^;]*?)from '([^']+)';/gms)]
      .filter(([, clause]) => !clause!.startsWith('type '))
      .map(([, , target]) => target!);
    ownImportsOf(file, values).forEach(visit);
  };
  for (const { file } of sources) if (file.startsWith('src/scripts/')) visit(file);
  expect([...unlisted]).toEqual([]);
  const ofNode = sources
    .filter(({ file, text }) => listed(file) && (/from 'node:/.test(text) || /\bBuffer\b/.test(text)))
    .map(({ file }) => file);
  expect(ofNode).toEqual([]);
  const stale = runsInBrowser.filter((entry) => !sources.some(({ file }) => file.startsWith(entry)));
  expect(stale).toEqual([]);
});

/** The packages that the domain may use. */
const domainPackages = [
  'zod',
  'canonicalize',
  'csv-stringify/sync',
  'hyparquet-writer',
  'jose',
  'jose/base64url',
  'jose/jwk/thumbprint',
  'jose/jws/flattened/verify',
  'node:crypto',
];

test('the domain uses nothing but zod, canonicalize, csv-stringify, hyparquet-writer, jose and node:crypto', () => {
  const breaches = sources
    .filter(({ file }) => file.startsWith('src/domain/'))
    .flatMap(({ file, text }) =>
      importsOf(text)
        .filter((target) => !target.startsWith('.') && !domainPackages.includes(target))
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
