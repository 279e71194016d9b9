/** The id of the dataset that a test adds. */
export const ADDED = 'agent-incidents';

/** The files that a fourth dataset adds. */
export const datasetFiles = {
  'src/domain/datasets/incidents/record.ts': `
import { z } from 'zod';
import { schemaId } from '../../vocabulary/service.ts';
import { Name, Slug } from '../../vocabulary/text.ts';
import { byId, defineDataset } from '../record/dataset.ts';
import { recordEnd, recordId } from '../record/record.ts';
import { checkAnyRecord } from '../record/rules.ts';

export const IncidentRecord = z
  .strictObject({
    id: recordId,
    name: Name.meta({ description: 'What happened.' }),
    systems: z.array(Slug).min(1).meta({ description: 'Ids of the systems in the agent accountability map.' }),
    ...recordEnd,
  })
  .meta({ id: schemaId('${ADDED}-record'), open: true, title: 'Incident', description: 'An incident.' });

export const incidents = defineDataset({
  id: '${ADDED}',
  title: 'Agent incidents',
  shortTitle: 'Agent incidents',
  label: 'Incidents',
  noun: 'incident',
  description: 'What went wrong with agents, and with which systems. A dataset that exists in this test only.',
  record: IncidentRecord,
  nameOf: ({ name }) => name,
  aboutOf: ({ systems }) => systems.join(', '),
  counts: { of_systems: z.int().min(0).meta({ description: 'Systems named.' }) },
  countRecords: (records) => ({ of_systems: records.flatMap(({ systems }) => systems).length }),
  compare: byId,
  checkRecord: checkAnyRecord,
  links: [{ member: 'systems', target: 'agent-accountability-map', label: 'Systems', labelBack: 'Went wrong' }],
  use: 'See what went wrong before you rely on an agent.',
});
`,
  'src/components/dataset/incidents.ts': `
import { loadDocuments } from '../../dataset-files/load.ts';
import { buildList, nameCell, type View } from './list.ts';

const { entries } = loadDocuments()['${ADDED}'];
export const incidentsView: View<(typeof entries)[number]> = {
  lede: 'What went wrong.',
  list: buildList({
    order: 'name',
    records: entries,
    columns: [{ name: 'name', label: 'Incident', orders: { name: 'By name' }, sort: ({ name }) => name, cell: (record) => nameCell('${ADDED}', record, record.systems.join(', ')) }],
    filters: [],
  }),
  limits: [],
  method: [],
  face: ({ systems }) => ({ description: 'An incident.', facts: [['Systems', systems.join(', ')]], sections: [] }),
};
`,
} as const;

/** Its record, which names a system of the map. */
export const incident = (system: string): string => `id: lost-receipt
name: A receipt was lost
systems: [${system}]
confidence: low
doubts: []
sources:
  - kind: web_page
    url: https://example.org/incident
    retrieved: 2026-01-31
    access: stored_copy
compiled_on: 2026-01-31
changes:
  - on: 2026-01-31
    kind: added
    note: First compiled from the sources of this record.
`;

/** What a fourth dataset and a new form add to tables: in which file, after what, and the text. */
export const dataLines: readonly (readonly [file: string, after: RegExp, text: string])[] = [
  ['src/domain/datasets/record/dataset-ids.ts', /'governance-decision-memory',/, `'${ADDED}',`],
  ['src/dataset-files/registry.ts', /': governanceDecisionMemory,/, `'${ADDED}': incidents,`],
  ['src/components/dataset/views.ts', /: decisionView,/, `'${ADDED}': incidentsView,`],
  ['src/components/dataset/views.ts', /^/, "import { incidentsView } from './incidents.ts';\n"],
  ['src/dataset-files/registry.ts', /^/, "import { incidents } from '../domain/datasets/incidents/record.ts';\n"],
  ['src/domain/datasets/forms/paths.ts', /filePaths = \{/, "ids: '/data/{dataset}/ids.txt',"],
  ['src/dataset-files/media-types.ts', /Record<FileKind, string>> = \{/, "ids: 'text/plain',"],
  ['src/http/data-links.ts', /readonly WebLink\[\]>>> = \{/, 'ids: () => [describedByPackage],'],
  [
    'src/domain/datasets/forms/forms.ts',
    /buildAtomFeed\(dataset, events, publisher\),\n {2}\},/,
    "{ format: 'ids', label: 'Ids, one a line', content: ({ document }) => document.entries.map(({ id }) => `${id}\\n`).join('') },",
  ],
  ['src/site/data-files.ts', /Record<FileKind, Listing> => \(\{/, "ids: { what: 'ids', description: 'The ids.' },"],
];

/** All that an endpoint adds. */
export const endpointFile = `
import { z } from 'zod';
import { schemaId } from '../../../domain/vocabulary/service.ts';
import { operation } from '../../../http/operation.ts';
import { resource } from '../../../http/resource.ts';

const Greeting = z
  .object({ ok: z.literal(true), schema: z.literal(schemaId('greeting')), greeting: z.string() })
  .meta({ id: schemaId('greeting'), title: 'Greeting', description: 'A greeting.' });

export const ALL = resource({
  GET: operation({
    id: 'getGreeting',
    tag: 'Agent',
    summary: 'Greet somebody by name',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    params: { name: { schema: z.string().max(10), description: 'Whom to greet.' } },
    responses: { 200: { description: 'The greeting.', schema: Greeting } },
    handle: ({ params }) => ({
      status: 200,
      body: { ok: true, schema: schemaId('greeting'), greeting: \`Hello \${params['name']}\` },
    }),
  }),
});
`;

/** The endpoint of a protocol of agents. */
export const protocolFile = `
import { endpoint, jsonText, textAnswer } from '../http/answer.ts';

export const ALL = endpoint(async () => textAnswer(200, jsonText({ greeting: 'Hello agent' }), 'application/json', {}));
`;

/** What a protocol of agents adds to tables: in which file, after what, and the text. */
export const protocolLines: readonly (readonly [file: string, after: RegExp, text: string])[] = [
  ['src/http/machine-addresses.ts', /machineAddresses: .* = \[/, "{ path: '/greet', isLive: true },"],
  ['src/server/service.ts', /'\.\.\/pages\/mcp\.ts'/, ", '../pages/greet.ts'"],
  ['src/domain/agent/interfaces.ts', /'A2A', 'MCP'/, ", 'GREET'"],
  [
    'src/domain/agent/interfaces.ts',
    /sectionPath\('19'\),\n {4}\},/,
    "{ protocol: 'GREET', version: '7', url: `${siteUrl}/greet`, description_url: siteUrl, documentation_url: siteUrl },",
  ],
  [
    'src/site/agent-protocols.ts',
    /agentProtocols: .* = \{/,
    "GREET: { reach: { name: 'Greeting', words: 'For polite agents.' }, path: '/greet', headers: {}, what: 'How agents greet.', client: { name: 'client', words: 'A client.', code: (site) => `greet ${site}` }, examples: [{ title: 'Greet the agent', method: 'greet', params: {} }] },",
  ],
];
