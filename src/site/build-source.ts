import { execFileSync } from 'node:child_process';
import type { BuildSource } from '../domain/agent/status.ts';

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit of the source in a folder; undefined when it is not the top of a git checkout. */
export const findBuildSource = (root: string): BuildSource | undefined => {
  try {
    if (git(root, 'rev-parse', '--show-prefix') !== '') return undefined;
    return { commit: git(root, 'rev-parse', 'HEAD'), modified: git(root, 'status', '--porcelain') !== '' };
  } catch {
    return undefined;
  }
};
