import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { MapRecord } from '../../src/domain/datasets/accountability-map/record.ts';
import type { DatasetRecord } from '../../src/domain/datasets/record/record.ts';
import { citedDrafts, type WatchedFile, WatchedSource } from '../../src/domain/datasets/record/watched.ts';
import { watchDraft } from '../../src/proposing/watch-source.ts';
import { runHere } from '../support/command-here.ts';
import { fetcher } from '../support/fetching.ts';
import { openOddServer } from '../support/odd-server.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const project = smallDatasets();
const mirrors = mkdtempSync(join(tmpdir(), 'mirrors-'));
const mirror = join(mirrors, 'example', 'texts');

const gitIn = (cwd: string, args: readonly string[], day = '2026-08-22T12:00:00Z', input = ''): string => {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args],
    { cwd, input, encoding: 'utf8', env: { ...process.env, GIT_AUTHOR_DATE: day, GIT_COMMITTER_DATE: day } },
  );
  expect(status, stderr).toBe(0);
  return stdout.trim();
};
const git = (...args: string[]) => gitIn(mirror, args);
/** The commit after which the main branch, or another, holds exactly these files. */
const commit = (files: Readonly<Record<string, string>>): string => {
  git('rm', '-r', '-q', '--ignore-unmatch', '.');
  for (const [path, text] of Object.entries(files)) writeFileSync(join(mirror, path), text);
  git('add', '.');
  git('commit', '--quiet', '-m', 'Change');
  return git('rev-parse', 'HEAD');
};

const urlOf = (at: string, path: string, repo = 'example/texts') => `https://github.com/${repo}/blob/${at}/${path}`;
const sourceOf = (at: string, path: string, repo = 'example/texts') => ({
  kind: 'repo_file',
  url: urlOf(at, path, repo),
  repo,
  path,
  commit: at,
  retrieved: '2026-01-31',
  access: 'stored_file',
});
const watch = (...args: string[]) =>
  runHere('cli/datasets.ts', ['watch', '--root', project, '--today', '2026-11-22', ...args]);

/** Adds sources to the record, and places in them to one of its cells. */
const cite = (sources: readonly object[], places: readonly { url: string; locator: string }[] = []): void => {
  const file = join(project, 'datasets/agent-accountability-map/example-registry.yaml');
  const record = parse(readFileSync(file, 'utf8')) as { sources: object[]; layers: MapRecord['layers'] };
  record.sources.push(...sources);
  record.layers.identity.sources!.push(...places);
  writeFileSync(file, stringify(record));
};

let read = '';
let onBranch = '';
beforeAll(() => {
  mkdirSync(mirror, { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  read = commit({
    'same.md': 'One.',
    'kept.md': 'A\nB\n',
    'lost.md': 'A\nB\n',
    'moved.md': 'Here.',
    'gone.md': 'Bye.',
  });
  git('checkout', '--quiet', '-b', 'proposal');
  onBranch = commit({ 'proposal.md': 'First.' });
  git('checkout', '--quiet', 'main');
  commit({ 'same.md': 'One.', 'kept.md': 'New\nB\nA\n', 'lost.md': 'A\nC\n', 'elsewhere.md': 'Here.' });

  const paths = ['same.md', 'kept.md', 'lost.md', 'moved.md', 'gone.md'];
  cite(
    [
      ...paths.map((path) => sourceOf(read, path)),
      sourceOf(onBranch, 'proposal.md'),
      sourceOf(read, 'same.md', 'example/no-mirror'),
      sourceOf('0'.repeat(40), 'not-there.md'),
    ],
    [
      { url: `${urlOf(read, 'kept.md')}?plain=1#L2`, locator: 'B' },
      { url: `${urlOf(read, 'lost.md')}?plain=1#L1-L2`, locator: 'A to B' },
    ],
  );
});

test('each cited file is compared by its bytes with the newest commit of its mirror, and the answers are kept', async () => {
  const { code, stdout, stderr } = await watch('--mirrors', mirrors);
  expect(code, stderr).toBe(0);
  const kept = readFileSync(join(project, 'datasets/watched.yaml'), 'utf8');
  const { sources } = parse(kept) as WatchedFile;
  const main = git('rev-parse', 'main');
  const common = { head: main, head_date: '2026-08-22', looked_on: '2026-11-22' };
  const answers = sources.map(({ text, ...one }) => {
    expect(text).toMatch(/^[0-9a-f]{40}$/);
    return one;
  });
  const expected = [
    { url: urlOf(read, 'same.md'), ...common, answer: 'same' },
    { url: urlOf(read, 'kept.md'), ...common, answer: 'changed' },
    { url: urlOf(read, 'lost.md'), ...common, answer: 'changed', lost: [`${urlOf(read, 'lost.md')}?plain=1#L1-L2`] },
    { url: urlOf(read, 'moved.md'), ...common, answer: 'moved', to: 'elsewhere.md' },
    { url: urlOf(read, 'gone.md'), ...common, answer: 'gone' },
    { url: urlOf(onBranch, 'proposal.md'), ...common, answer: 'same', head: onBranch },
  ];
  expect(answers).toEqual(expected.toSorted((a, b) => (a.url < b.url ? -1 : 1)));
  expect(stdout).toContain(`changed by 2026-08-22: ${urlOf(read, 'lost.md')}; no longer there: L1-L2\n`);
  expect(stdout).toMatch(/same 2, changed 2, moved 1, gone 1, not looked at \d+\.\n$/);

  // A run without that mirror keeps what was answered, and the check accepts the file.
  const elsewhere = mkdtempSync(join(mirrors, 'none-'));
  await expect(watch('--mirrors', elsewhere)).resolves.toMatchObject({ code: 0 });
  expect(readFileSync(join(project, 'datasets/watched.yaml'), 'utf8')).toBe(kept);
});

test('repositories without a clone are named, and a folder that is not there is refused', async () => {
  const { stdout } = await watch('--mirrors', mirrors);
  expect(stdout).toMatch(/^no clone of example\/example, example\/no-mirror$/m);
  await expect(watch('--mirrors', join(mirrors, 'missing'))).resolves.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--mirrors names no folder') as string,
  });
});

/** In the place of GitHub. */
const served = join(mirrors, 'served');
const pem = join(process.cwd(), 'test/fixtures/loopback-tls.pem');
const host = spawn(process.execPath, ['test/support/git-host.ts', served, pem]);
afterAll(() => host.kill());

test('the clones are made and renewed over the network, and what cannot be reached is named and keeps its answers', async () => {
  const port = Number(await once(host.stdout, 'data'));
  const publish = () => {
    rmSync(served, { recursive: true, force: true });
    git('clone', '--quiet', '--bare', '.', join(served, 'example/texts'));
  };
  const fetched = join(mirrors, 'fetched');
  const fetch = () =>
    runHere('cli/datasets.ts', ['watch', '--root', project, '--mirrors', fetched, '--fetch', '--today', '2026-11-22'], {
      GIT_SSL_CAINFO: pem,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.https://127.0.0.1:${port}/.insteadOf`,
      GIT_CONFIG_VALUE_0: 'https://github.com/',
    });
  const answers = () => parse(readFileSync(join(project, 'datasets/watched.yaml'), 'utf8')) as WatchedFile;
  cite([sourceOf('1'.repeat(40), 'a.md', 'strangers/leads-away')]);
  publish();
  const before = answers();
  const first = await fetch();
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout).toMatch(/^not reached: example\/no-mirror: .*not found$/m);
  expect(first.stdout).toMatch(/^not reached: strangers\/leads-away: .*http.* not (supported|allowed)/m);
  expect(answers()).toEqual(before);

  commit({ 'same.md': 'Other.' });
  publish();
  const second = await fetch();
  expect(second.stdout).toContain(`changed by 2026-08-22: ${urlOf(read, 'same.md')}\n`);
  expect(answers().sources.find(({ url }) => url === urlOf(read, 'same.md'))?.head).toBe(git('rev-parse', 'HEAD'));
});

test('a draft is compared by its version, as the Datatracker names the newest', async () => {
  const version = (name: string, rev: string, day: string) => ({ name, rev, published: `${day}T10:00:00+00:00` });
  const replaced = version('draft-older-name', '07', '2026-01-02');
  const texts: Record<string, string> = {
    'draft-a-same': JSON.stringify({ rev_history: [replaced, version('draft-a-same', '01', '2026-02-03')] }),
    'draft-a-newer': JSON.stringify({
      rev_history: [version('draft-a-newer', '01', '2026-02-03'), version('draft-a-newer', '02', '2026-03-04')],
    }),
    'draft-a-other': '{"rev_history":"none"}',
    'draft-a-broken': '<html>',
  };
  const place = await openOddServer(({ url = '' }, response) => {
    const text = texts[/^\/doc\/(.*)\/doc\.json$/.exec(url)?.[1] ?? ''];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  const urls = [
    'https://www.ietf.org/archive/id/draft-a-same-01.txt',
    'https://datatracker.ietf.org/doc/html/draft-a-newer-01',
    'https://datatracker.ietf.org/doc/draft-a-other/00/',
    'https://datatracker.ietf.org/doc/bibxml3/draft-a-broken-00.xml',
    'https://datatracker.ietf.org/doc/draft-a-missing/03/',
    'https://datatracker.ietf.org/doc/draft-without-version/',
    'https://datatracker.ietf.org/doc/draft-a-same/history/',
  ];
  const drafts = citedDrafts({ any: [{ sources: urls.map((url) => ({ url })) }] as unknown as DatasetRecord[] });
  expect(drafts.map(({ draft, version: cited }) => `${draft} ${cited}`)).toEqual([
    'draft-a-same 01',
    'draft-a-newer 01',
    'draft-a-other 00',
    'draft-a-broken 00',
    'draft-a-missing 03',
  ]);
  const asked = await Promise.all(drafts.map((draft) => watchDraft(fetcher(), draft, '2026-11-22', place.url)));
  await place.close();
  const common = { looked_on: '2026-11-22' };
  expect(asked).toEqual([
    { ...common, url: urls[0], answer: 'same', head: 'draft-a-same-01', head_date: '2026-11-22' },
    { ...common, url: urls[1], answer: 'changed', head: 'draft-a-newer-02', head_date: '2026-03-04' },
    undefined,
    undefined,
    undefined,
  ]);
  for (const answer of asked.slice(0, 2)) expect(() => WatchedSource.parse(answer)).not.toThrow();
});

const mark = join(mirrors, 'a-program-ran');
const script = join(mirrors, 'program.sh');
type Git = (args: readonly string[], day?: string, input?: string) => string;
const moveTo = (path: string) => (run: Git, folder: string) => {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  run(['mv', 'a.md', path]);
  run(['commit', '-q', '-m', 'Move']);
};
const changeAt = (day: string) => (run: Git) => run(['commit', '-q', '--allow-empty', '-m', 'Change'], day);
/** What the newest commit of a mirror may hold; with a word of what is said, none is kept. */
const mirrorsOfStrangers: readonly (readonly [string, string | undefined, (run: Git, folder: string) => unknown])[] = [
  ['fine', undefined, changeAt('2026-08-23T00:30:00+14:00')],
  ['long', 'to: ', moveTo(`${'d'.repeat(200)}/${'e'.repeat(200)}`)],
  ['line', 'to: ', moveTo('a\nb.md')],
  ['space', 'to: ', moveTo('b.md ')],
  ['tab', 'to: ', moveTo('b\tc.md')],
  ['later', 'head_date: ', changeAt('2099-12-31T00:00:00Z')],
  ['never', 'head_date: ', changeAt('@1000000000000 +0000')],
  [
    'signed',
    undefined,
    (run) => {
      const text = run(['cat-file', 'commit', 'HEAD']).replace('\n\n', '\ngpgsig -----BEGIN PGP SIGNATURE-----\n\n');
      run(['update-ref', 'HEAD', run(['hash-object', '-t', 'commit', '-w', '--stdin'], undefined, `${text}\n`)]);
      run(['config', 'log.showSignature', 'true']);
      run(['config', 'gpg.program', script]);
    },
  ],
  [
    'partial',
    '',
    (run, folder) => {
      writeFileSync(join(folder, 'a.md'), 'Changed.');
      run(['commit', '-q', '-a', '-m', 'Change']);
      const text = run(['rev-parse', 'HEAD:a.md']);
      rmSync(join(folder, '.git/objects', text.slice(0, 2), text.slice(2)));
      const settings = { url: folder, promisor: 'true', uploadpack: script };
      for (const [name, value] of Object.entries(settings)) run(['config', `remote.origin.${name}`, value]);
      run(['config', 'core.repositoryFormatVersion', '1']);
      run(['config', 'extensions.partialClone', 'origin']);
    },
  ],
];

test('what a mirror holds stops no other answer and runs nothing', async () => {
  writeFileSync(script, `#!/bin/sh\ntouch ${mark}\nexit 1\n`, { mode: 0o755 });
  const urls = mirrorsOfStrangers.map(([name, , change]) => {
    const folder = join(mirrors, 'strangers', name);
    const run: Git = (...given) => gitIn(folder, ...given);
    mkdirSync(folder, { recursive: true });
    run(['init', '--quiet']);
    writeFileSync(join(folder, 'a.md'), 'A\n');
    run(['add', '.']);
    run(['commit', '-q', '-m', 'First']);
    const first = run(['rev-parse', 'HEAD']);
    change(run, folder);
    cite([sourceOf(first, 'a.md', `strangers/${name}`)]);
    return urlOf(first, 'a.md', `strangers/${name}`);
  });
  cite([], [{ url: `${urls.at(-1)}#L1`, locator: 'A' }]);
  const { code, stdout, stderr } = await watch('--mirrors', mirrors);
  expect(code, stderr).toBe(0);
  const { sources } = parse(readFileSync(join(project, 'datasets/watched.yaml'), 'utf8')) as WatchedFile;
  expect(existsSync(mark)).toBe(false);
  const said = urls.map((url) => {
    const kept = sources.find((one) => one.url === url);
    const word = stdout.split('\n').find((line) => line.startsWith(`not kept: ${url}: `));
    return [kept?.answer, kept?.head_date, word?.split(`${url}: `)[1]?.replace(/: .*/, ': ') ?? ''];
  });
  expect(said).toEqual(
    mirrorsOfStrangers.map(([, word]) =>
      word === undefined ? ['same', '2026-08-22', ''] : [undefined, undefined, word],
    ),
  );
});
