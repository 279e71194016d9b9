import { type FileTexts, parseDatasets } from './check.ts';
import { type DatasetId, datasets, type DocumentOf } from './registry.ts';

// Only the bundler knows import.meta.glob: this file is for pages and the build. Commands use read.ts.
const bundled = import.meta.glob<string>(
  ['/datasets/agent.yaml', '/datasets/*/**/*', '!/datasets/decision-receipts/**'],
  { eager: true, query: '?raw', import: 'default' },
);

type Documents = { readonly [Id in DatasetId]: DocumentOf<Id> };

const loadAll = () => {
  const texts: FileTexts = Object.fromEntries(Object.entries(bundled).map(([path, text]) => [path.slice(1), text]));
  const { records, agent } = parseDatasets(texts);
  const documents = Object.fromEntries(
    datasets.map((dataset) => [dataset.id, dataset.build(records[dataset.id] as never)]),
  );
  return { agent, documents: documents as unknown as Documents };
};

let loaded: ReturnType<typeof loadAll> | undefined;

/**
 * The document of every dataset, by id. The same object at every call.
 * @throws Error whose message is the report of `npm run datasets` when a file is wrong.
 */
export const loadDocuments = (): Documents => (loaded ??= loadAll()).documents;

/**
 * The facts about the agent that the service speaks for.
 * @throws Error whose message is the report of `npm run datasets` when a file is wrong.
 */
export const loadAgent = () => (loaded ??= loadAll()).agent;
