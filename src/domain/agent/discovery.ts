import { specificationPaths } from '../vocabulary/service.ts';
import type { AgentFacts } from './agent.ts';
import { serviceInterfaces } from './interfaces.ts';

/** The page for programs that know nothing of the service, relative to the base address (SPEC.md §20.1). */
export const LLMS_PATH = '/llms.txt';

/** The service in a page of Markdown, for language models. @param datasets with their paths relative to the base address. */
export const buildLlmsText = (
  agent: AgentFacts,
  datasets: readonly { title: string; description: string; path: string }[],
  siteUrl: string,
): string => {
  const line = (path: string, name: string, text: string): string => `- [${name}](${siteUrl}${path}): ${text}`;
  return `# ${agent.name}

> ${agent.description} ${agent.notice}

${agent.boundaries.map((boundary) => `- ${boundary}`).join('\n')}

## Talk to it

${serviceInterfaces(siteUrl)
  .map(
    ({ protocol, version, url, description_url }) =>
      `- ${protocol} ${version} at ${url}, described at ${description_url}`,
  )
  .join('\n')}

## Read

${[
  line('/static/status.json', 'Status', 'what the service is and what it publishes'),
  line('/static/capabilities.json', 'Capabilities', 'every operation, and what is not offered'),
  line('/data/decision-receipts/index.json', 'Decision receipts', 'every published receipt with its hash'),
  ...datasets.map(({ path, title, description }) => line(path, title, description)),
  line(specificationPaths.text, 'Specification', 'every rule, in numbered sections'),
].join('\n')}
`;
};
