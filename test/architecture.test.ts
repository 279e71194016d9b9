import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { roomBudgets, roomOfFile } from './support/room-budgets.ts';
import { allowed, allowedInDomain, domainPackages, runsInBrowser } from './support/rooms.ts';

const root = join(import.meta.dirname, '..');

const read = (file: string) => ({ file, text: readFileSync(join(root, file), 'utf8') });

/** A pattern passes over folders whose names begin with a dot. */
const sourceFiles = globSync(['src/**/*.{ts,astro,css}', 'src/pages/.well-known/*.ts'], { cwd: root });
const sources = sourceFiles.filter((file) => !file.endsWith('.css')).map(read);

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
    // What is rendered or repeated of the documents is in no room.
    .filter((target) => !/^(SPEC|OPERATIONS)\.md(\?raw)?$/.test(target));

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

test('no file imports itself through others, not even for a type', () => {
  const left = new Map(sources.map(({ file, text }) => [file, ownImportsOf(file, importsOf(text))]));
  for (;;) {
    const imported = new Set([...left.values()].flat());
    const outside = [...left].filter(([file, targets]) => !imported.has(file) || !targets.some((one) => left.has(one)));
    if (outside.length === 0) break;
    for (const [file] of outside) left.delete(file);
  }
  // Each is in a circle, or on the way from one circle to another.
  expect([...left.keys()].toSorted()).toEqual([]);
});

test('every file has an importer, or is a page, a type for all, or a program that another file names', () => {
  const all = sourceFiles.map(read);
  const imported = new Set(all.flatMap(({ file, text }) => ownImportsOf(file, importsOf(text))));
  const programs = ['package.json', 'src/site/verifier-file.ts'].map((file) => read(file).text).join('\n');
  const isEntry = (file: string): boolean =>
    /^src\/(pages\/.*|env\.d\.ts|fetch\.ts|server\/serve\.ts)$/.test(file) || programs.includes(file);
  expect(all.map(({ file }) => file).filter((file) => !imported.has(file) && !isEntry(file))).toEqual([]);
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

test('the domain uses nothing but zod, @scure/base, canonicalize, hyparquet-writer, jose, minisearch and node:crypto', () => {
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

test('every file and folder that ARCHITECTURE.md names is there', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const named = [...text.matchAll(/`((?:[\w.[\]-]+\/)+(?:[\w.[\]-]+\.\w+)?)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(50);
  const isThere = (path: string): boolean =>
    ['.', 'src', 'src/domain', 'src/domain/datasets'].some((base) => existsSync(join(root, base, path)));
  expect([...new Set(named)].filter((path) => !isThere(path))).toEqual([]);
});

test('no source or test file has more than 400 lines', () => {
  const files = [...sourceFiles, ...globSync(['test/**/*.ts', '{src,test}/**/*.mjs'], { cwd: root })];
  const long = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 401);
  expect(long).toEqual([]);
});

test('a request to the intake loads few modules, and nothing of the datasets', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const values = [
      ...readFileSync(join(root, file), 'utf8').matchAll(/^(?:import|export)\s([^;]*?)from '([^']+)';/gms),
    ]
      .filter(([, clause]) => !clause!.startsWith('type '))
      .map(([, , target]) => target!);
    ownImportsOf(file, values).forEach(visit);
  };
  visit('src/pages/api/intake/index.ts');
  expect([...seen].filter((file) => /dataset/.test(file))).toEqual([]);
  expect(seen.size).toBeLessThanOrEqual(45);
});

const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1;

test('each room of the source stays within its budget of lines, and the whole within that of files', () => {
  const lines = new Map(roomBudgets.map(({ room }) => [room, 0]));
  for (const file of sourceFiles) lines.set(roomOfFile(file), lines.get(roomOfFile(file))! + linesOf(file));
  const over = roomBudgets.filter(({ room, most }) => lines.get(room)! > most);
  expect(over.map(({ room, most }) => `${room}: ${lines.get(room)} of ${most} lines`)).toEqual([]);
  expect([...lines].filter(([, count]) => count === 0)).toEqual([]);
  expect(sourceFiles.length).toBeLessThanOrEqual(560);
});

test.each([
  ['README.md', 180],
  ['ARCHITECTURE.md', 200],
  ['OPERATIONS.md', 420],
  ['SPEC.md', 1_900],
])('%s has at most %d lines', (file, most) => {
  expect(linesOf(file)).toBeLessThanOrEqual(most);
});

test('the tests keep to their budget of lines', () => {
  const files = globSync('test/**/*.{ts,mjs,py}', { cwd: root });
  expect(files.reduce((sum, file) => sum + linesOf(file), 0)).toBeLessThanOrEqual(30_855);
});
