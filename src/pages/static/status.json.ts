import { execFileSync } from 'node:child_process';
import { loadAgent } from '../../dataset-files/load.ts';
import { publishedDatasets } from '../../dataset-files/load-published-files.ts';
import { type BuildSource, buildStatus, StatusDocument } from '../../domain/agent/status.ts';
import { document } from '../../http/document.ts';

const siteUrl = import.meta.env.SITE;

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit of the source; undefined where the project is not the top of a git checkout. */
const findBuildSource = (): BuildSource | undefined => {
  try {
    if (git('rev-parse', '--show-prefix') !== '') return undefined;
    return { commit: git('rev-parse', 'HEAD'), modified: git('status', '--porcelain') !== '' };
  } catch {
    return undefined;
  }
};

export const GET = document(
  {
    id: 'getStatus',
    tag: 'Agent',
    summary: 'Runtime status',
    description: 'The service, the agent it speaks for, and the datasets it publishes with their hashes.',
    schema: StatusDocument,
  },
  () => buildStatus(loadAgent(), publishedDatasets(siteUrl), { siteUrl, source: findBuildSource() }),
);
