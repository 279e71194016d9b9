import { loadAgent } from '../../dataset-files/load.ts';
import { buildStatus, StatusDocument } from '../../domain/agent/status.ts';
import { document } from '../../http/document.ts';
import { findBuildSource } from '../../site/build-source.ts';
import { publishedDatasets } from '../../site/datasets.ts';

const siteUrl = import.meta.env.SITE;

export const GET = document(
  {
    id: 'getStatus',
    tag: 'Agent',
    summary: 'Runtime status',
    description: 'The service, the agent it speaks for, and the datasets it publishes with their hashes.',
    schema: StatusDocument,
  },
  async () =>
    buildStatus(loadAgent(), await publishedDatasets(siteUrl), { siteUrl, source: findBuildSource(process.cwd()) }),
);
