import { execFileSync } from 'node:child_process';
import type { Source } from '../domain/datasets/record/source.ts';
import type { Family } from './family.ts';
import type { ProposalState } from './read-proposal.ts';

/** A step of a proposal from one status to another. */
export interface Step extends ProposalState {
  /** The status before; absent for the first. */
  readonly from?: string;
  readonly on: string;
  /** How often the text names agents. */
  readonly agents: number;
  /** Without the day of retrieval. */
  readonly sources: readonly Omit<Source, 'retrieved'>[];
}

const MOST_OUTPUT = 1024 * 1024 * 1024;

/** Settings with which git runs no program that the settings of a copied repository name. */
const OWN_PROGRAMS = [
  'log.showSignature=false',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.askPass=',
  'core.alternateRefsCommand=true',
  'credential.helper=',
  'protocol.allow=never',
  ...['ext', 'file', 'git', 'http', 'ssh'].map((protocol) => `protocol.${protocol}.allow=never`),
  'protocol.https.allow=always',
].flatMap((setting) => ['-c', setting]);

/** What git writes for a command in a repository, of which it fetches what is missing by https alone. @throws the error of git. */
export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', [...OWN_PROGRAMS, '-C', folder, ...args], {
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

interface Commit {
  readonly hash: string;
  readonly day: string;
  readonly subject: string;
  readonly paths: readonly string[];
}

/** The commits of the main line that touch the files, the oldest first: what happens inside a branch is no step. */
const commitsOf = (folder: string, pathspec: string): Commit[] =>
  git(
    folder,
    'log',
    '--first-parent',
    '--diff-merges=first-parent',
    '--reverse',
    '--name-only',
    '--diff-filter=AMR',
    '--format=%x00%H%x09%cs%x09%s',
    '--',
    pathspec,
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

/** The steps of all proposals of a family in a git repository, the oldest first. @throws the error of git. */
export const readGitSteps = (family: Family, folder: string): Step[] => {
  const last = new Map<string, ProposalState>();
  const steps: Step[] = [];
  for (const commit of commitsOf(folder, family.pathspec)) {
    for (const path of commit.paths) {
      const match = family.path.exec(path);
      if (match === null) continue;
      const text = git(folder, 'show', `${commit.hash}:${path}`);
      const state = family.read(text, match);
      if (state === undefined) continue;
      const before = last.get(state.ref);
      last.set(state.ref, state);
      if (before?.status.toLowerCase() === state.status.toLowerCase()) continue;
      steps.push({
        ...state,
        ...(before === undefined ? {} : { from: before.status }),
        on: commit.day,
        agents: text.match(/\bagent/gi)?.length ?? 0,
        sources: sourcesOf(family.repository, commit, path),
      });
    }
  }
  return steps;
};
