import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';
import type { Source } from '../domain/datasets/record/source.ts';
import type { Family } from './family.ts';
import type { ProposalState } from './read-proposal.ts';

/** A step of a proposal from one status to another. */
export interface Step extends ProposalState {
  /** The status before; absent for the first. */
  readonly from?: string;
  readonly on: string;
  readonly basis: 'commit_date' | 'date_in_document';
  /** How often the text names agents. */
  readonly agents: number;
  /** Without the day of retrieval. */
  readonly sources: readonly Omit<Source, 'retrieved'>[];
}

/** Settings with which git runs no program that a copied repository names, asks nobody for credentials and waits for no silent host. */
const OWN_PROGRAMS = [
  'log.showSignature=false',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.askPass=true',
  'core.alternateRefsCommand=true',
  'credential.helper=',
  'protocol.allow=never',
  ...['ext', 'file', 'git', 'http', 'ssh'].map((protocol) => `protocol.${protocol}.allow=never`),
  'protocol.https.allow=always',
  'http.lowSpeedLimit=1000',
  'http.lowSpeedTime=30',
].flatMap((setting) => ['-c', setting]);

/** Within which bounds git is called: ten minutes for each command. */
const limits = { encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024, timeout: 600_000 } as const;

/** What git writes for a command in a folder. It fetches by https alone what a repository lacks. @throws the error of git. */
export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', [...OWN_PROGRAMS, '-C', folder, ...args], { ...limits, stdio: ['ignore', 'pipe', 'pipe'] });

/** Lets git fetch in a folder while other work goes on. @throws the error of git. */
const gitFetch = async (folder: string, ...args: string[]): Promise<unknown> =>
  promisify(execFile)('git', [...OWN_PROGRAMS, '-C', folder, ...args], limits);

/**
 * Makes or renews the clone of a repository in a folder of clones, without the contents of files, which git fetches when they
 * are asked for. @param host where repositories lie as owner/name. @throws the error of git; then a clone stays as it was.
 */
export const renewMirror = async (mirrors: string, repo: string, host = 'https://github.com'): Promise<void> => {
  await (existsSync(join(mirrors, repo))
    ? gitFetch(join(mirrors, repo), 'remote', 'update', '--prune')
    : gitFetch(mirrors, 'clone', '--quiet', '--mirror', '--filter=blob:none', `${host}/${repo}`, repo));
};

/** Why git failed, in its own words where it had some, and not the command with which it was called. */
export const whyGitFailed = (error: unknown): string => {
  const { stderr = '', message } = error as Error & { readonly stderr?: Buffer | string };
  return (/^fatal: (.+)$/m.exec(String(stderr))?.[1] ?? message).slice(0, 300);
};

interface Commit {
  readonly hash: string;
  readonly day: string;
  readonly subject: string;
  readonly paths: readonly string[];
}

/** The commits of the main line, the oldest first: what happens inside a branch is no step. */
const commitsOf = (folder: string): Commit[] =>
  git(
    folder,
    'log',
    '--first-parent',
    '--diff-merges=first-parent',
    '--reverse',
    '--name-only',
    '--no-renames',
    '--diff-filter=AM',
    '--format=%x00%H%x09%cs%x09%s',
  )
    .split('\0')
    .slice(1)
    .map((text) => {
      const [head, ...paths] = text.split('\n').filter((line) => line !== '');
      const [hash, day, ...subject] = head!.split('\t');
      return { hash: hash!, day: day!, subject: subject.join(' '), paths };
    });

const sourcesOf = (repo: string, { hash, day, subject }: Commit, path: string): Step['sources'] => {
  const common = { repo, commit: hash, commit_date: day, access: 'git_snapshot' } as const;
  const address = `https://github.com/${repo}`;
  return [
    { kind: 'commit', url: `${address}/commit/${hash}`, ...(subject === '' ? {} : { title: subject }), ...common },
    { kind: 'repo_file', url: `${address}/blob/${hash}/${path}`, path, ...common },
  ];
};

/** A file that may say something, and how it is cited. A saved page has no day. */
interface ReadFile extends Pick<Step, 'sources'> {
  readonly name: string;
  readonly day?: string;
  readonly textOf: () => string;
}

const filesOf = (place: string, folder: string): ReadFile[] =>
  place.startsWith('https:')
    ? readdirSync(folder).map((name) => {
        const url = place.replace('{name}', parse(name).name);
        const textOf = () => readFileSync(join(folder, name), 'utf8');
        return { name, textOf, sources: [{ kind: 'web_page', url, access: 'stored_copy' }] };
      })
    : commitsOf(folder).flatMap((commit) =>
        commit.paths.map((name) => {
          const textOf = () => git(folder, 'show', `${commit.hash}:${name}`);
          return { name, day: commit.day, textOf, sources: sourcesOf(place, commit, name) };
        }),
      );

/**
 * The steps of all proposals of a family in a clone or in a folder of saved files, the oldest first, and the last day that
 * all of it tells of; no day where a page was cut. @throws the error of git or of the operating system.
 */
export const readSteps = (family: Family, folder: string): { steps: Step[]; until: string | undefined } => {
  const { place, path, beginning, statuses } = family;
  const isSaved = place.startsWith('https:');
  const newest: string[] = [];
  const states = filesOf(place, folder).flatMap(({ name, day, textOf, sources }) => {
    const match = path.exec(name);
    if (match === null) return [];
    const text = textOf();
    const agents = text.match(/\bagent/gi)?.length ?? 0;
    const basis = day === undefined ? 'date_in_document' : 'commit_date';
    const shown = day ?? /\b\d{4}-\d\d-\d\d\b/.exec(text.replaceAll(/<[^>]+>/g, ''))?.[0] ?? '';
    newest.push(beginning?.test(text) === false ? '' : shown);
    const said = [family.read(text, match) ?? []].flat();
    return said.map((state): Step => ({ ...state, on: state.on ?? day!, basis, agents, sources }));
  });
  // Commits are in the order of the main line already.
  if (isSaved) states.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
  const last = new Map<string, string>();
  const steps = states.flatMap((state): Step[] => {
    const from = last.get(state.ref);
    last.set(state.ref, state.status);
    if (from?.toLowerCase() === state.status.toLowerCase() || statuses?.test(state.status) === false) return [];
    return [{ ...state, ...(from !== undefined && { from }) }];
  });
  // Pages are one of each document; other files are one of each step, and there may be commits after the last of them.
  if (!isSaved) newest.push(git(folder, 'log', '-1', '--format=%cs').trim());
  return { steps, until: newest.toSorted().at(beginning ? 0 : -1) || undefined };
};
