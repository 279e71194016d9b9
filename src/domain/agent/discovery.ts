import { SERVICE_SLUG, specificationPaths } from '../vocabulary/service.ts';
import type { AgentFacts } from './agent.ts';
import { cardTypes, serviceInterfaces } from './interfaces.ts';

/** Where programs that know nothing of the service begin, relative to the base address (SPEC.md §20). */
export const discoveryPaths = {
  aiCatalog: '/.well-known/ai-catalog.json',
  llms: '/llms.txt',
} as const;

/** What a catalogue needs to know of a dataset. */
export interface ListedDataset {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Relative to the base address. */
  readonly path: string;
}

/** The AI catalogue: cards name and describe themselves, datasets are named here. */
export const buildAiCatalog = (agent: AgentFacts, datasets: readonly ListedDataset[], siteUrl: string) => {
  const identifier = (kind: string, name: string): string => `urn:air:${new URL(siteUrl).hostname}:${kind}:${name}`;
  return {
    specVersion: '1.0',
    host: { displayName: agent.provider.organization, documentationUrl: siteUrl + specificationPaths.page },
    entries: [
      ...serviceInterfaces(siteUrl).flatMap(({ protocol, description_url: url }) =>
        protocol === 'HTTP'
          ? []
          : [{ identifier: identifier(protocol.toLowerCase(), SERVICE_SLUG), type: cardTypes[protocol], url }],
      ),
      ...datasets.map(({ id, title, description, path }) => ({
        identifier: identifier('dataset', id),
        displayName: title,
        description,
        type: 'application/json',
        url: siteUrl + path,
      })),
    ],
  };
};

/** The service in a page of Markdown, for language models. */
export const buildLlmsText = (agent: AgentFacts, datasets: readonly ListedDataset[], siteUrl: string): string => {
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
