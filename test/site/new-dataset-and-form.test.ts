import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildEnvironment } from '../../src/config.ts';
import { datasets as registered } from '../../src/dataset-files/registry.ts';
import type { DataIndex } from '../../src/domain/datasets/forms/data-index.ts';
import type { DataPackage } from '../../src/domain/datasets/forms/data-package.ts';
import { wholeForms } from '../../src/domain/datasets/forms/forms.ts';
import { capitalized, numberWord } from '../../src/domain/vocabulary/words.ts';
import { fieldsFor, readRules } from '../support/header-table.ts';
import { copySmallProject } from '../support/scratch-project.ts';

const SITE = 'http://localhost:4321';
const ID = 'agent-incidents';
const howMany = capitalized(numberWord(registered.length + 1));

/** All that a fourth dataset adds, besides its line in the registry. */
const datasetFiles = {
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
  .meta({ id: schemaId('${ID}-record'), open: true, title: 'Incident', description: 'An incident.' });

export const incidents = defineDataset({
  id: '${ID}',
  title: 'Agent incidents',
  shortTitle: 'Agent incidents',
  label: 'Incidents',
  noun: 'incident',
  description: 'What went wrong with agents, and with which systems. A dataset that exists in this test only.',
  record: IncidentRecord,
  nameOf: ({ name }) => name,
  facetsOf: ({ systems }) => ({ about: systems.join(', ') }),
  counts: { of_systems: z.int().min(0).meta({ description: 'Systems named.' }) },
  countRecords: (records) => ({ of_systems: records.flatMap(({ systems }) => systems).length }),
  compare: byId,
  checkRecord: checkAnyRecord,
  links: [{ member: 'systems', target: 'agent-accountability-map', label: 'Systems', labelBack: 'Went wrong' }],
  highlight: ({ of_systems }) => \`What went wrong, with \${of_systems} systems.\`,
});
`,
  'src/pages/agent-incidents.astro': `---
import DatasetPage from '../components/dataset/DatasetPage.astro';
import { loadDocuments } from '../dataset-files/load.ts';
---
<DatasetPage id="${ID}" lede="What went wrong.">
  <ul>{loadDocuments()['${ID}'].entries.map(({ id, name }) => <li><a href={\`/${ID}/\${id}\`}>{name}</a></li>)}</ul>
</DatasetPage>
`,
  'src/pages/agent-incidents/[id].astro': `---
import RecordPage from '../../components/dataset/RecordPage.astro';
import { loadDocuments } from '../../dataset-files/load.ts';
export const getStaticPaths = () =>
  loadDocuments()['${ID}'].entries.map((record) => ({ params: { id: record.id }, props: { record } }));
const { record } = Astro.props;
---
<RecordPage dataset="${ID}" record={record} name={record.name} description="An incident." />
`,
} as const;

const record = (system: string) => `id: lost-receipt
name: A receipt was lost
systems: [${system}]
confidence: low
doubts: []
sources:
  - kind: web_page
    url: https://example.org/incident
    retrieved: 2026-01-31
    access: stored_copy
    archived_copy: not_searched
compiled_on: 2026-01-31
changes:
  - on: 2026-01-31
    kind: added
    note: First compiled from the sources of this record.
`;

/** All that a new form adds, besides its line in the table of forms. */
const formFile = `
import { z } from 'zod';
import { describedByPackage, type WholeForm } from './form.ts';

export const idsForm: WholeForm = {
  format: 'ids',
  path: '/data/{dataset}/ids.txt',
  mediaType: 'text/plain',
  label: 'Ids, one a line',
  holds: 'entries',
  listing: ({ title }) => ({ name: 'Ids', summary: \`\${title}, ids\`, description: 'The ids.', schema: z.string() }),
  links: () => [describedByPackage],
  pieces: ({ document }) => document.entries.map(({ id }) => \`\${id}\\n\`),
};
`;

let tree: string;
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(tree, file)), { recursive: true });
  await writeFile(join(tree, file), text);
};
/** Puts an entry at the end of the one list of a module, and its import on top. */
const addTo = async (file: string, list: RegExp, name: string, from: string): Promise<void> => {
  const text = await readFile(join(tree, file), 'utf8');
  expect(text).toMatch(list);
  await write(file, `import { ${name} } from '${from}';\n${text.replace(list, `$1, ${name}]`)}`);
};
/** A built file, without the marks that Astro puts into pages for their styles. */
const built = async (file: string): Promise<string> =>
  (await readFile(join(tree, 'dist/client', file), 'utf8')).replaceAll(/ data-astro-cid-\w+/g, '');
const json = async <T>(file: string): Promise<T> => JSON.parse(await built(file)) as T;
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8', env: { ...buildEnvironment(), SITE_URL: SITE } });

beforeAll(async () => {
  tree = await copySmallProject();

  for (const [file, text] of Object.entries(datasetFiles)) await write(file, text);
  await addTo(
    'src/dataset-files/registry.ts',
    /(governanceDecisionMemory)\]/,
    'incidents',
    '../domain/datasets/incidents/record.ts',
  );
  await write('src/domain/datasets/forms/ids.ts', formFile);
  await addTo('src/domain/datasets/forms/forms.ts', /(atomForm),?\s*\]/, 'idsForm', './ids.ts');
});

test('links that a new dataset declares are checked', async () => {
  await write(`datasets/${ID}/lost-receipt.yaml`, record('no-such-system'));
  const { status, stderr } = run('src/cli/datasets.ts', 'check');
  expect(stderr).toContain(
    `datasets/${ID}/lost-receipt.yaml:3: systems[0]: there is no record "no-such-system" in agent-accountability-map`,
  );
  expect(status).toBe(1);
});

test('a dataset and a form that are declared once stand everywhere after one build', async () => {
  await write(`datasets/${ID}/lost-receipt.yaml`, record('example-registry'));
  const { status, stdout, stderr } = run('node_modules/astro/bin/astro.mjs', 'build');
  expect(status, stdout + stderr).toBe(0);

  // The dataset: document, forms, index, status, OpenAPI, schema.
  const document = await json<{ counts: object; entries: { id: string }[] }>(`static/${ID}.json`);
  expect(document).toMatchObject({ counts: { present: 1, of_systems: 1 }, entries: [{ id: 'lost-receipt' }] });
  const { datasets } = await json<DataIndex>('data/index.json');
  const incidents = datasets.find(({ id }) => id === ID)!;
  expect(incidents.forms.map(({ format }) => format)).toEqual([...wholeForms.map(({ format }) => format), 'ids']);
  for (const { address } of incidents.forms) expect(await built(address.replace(SITE, ''))).not.toBe('');
  expect(await built(`data/${ID}/feed.xml`)).toContain('<title>Added: A receipt was lost</title>');
  expect(await json(`data/${ID}/records/lost-receipt.json`)).toMatchObject({ dataset: ID, withdrawn: false });
  expect(await json('static/status.json')).toMatchObject({
    datasets: [...registered.map(({ id }) => ({ id })), { id: ID, address: `${SITE}/static/${ID}.json` }],
  });
  const { paths, tags } = await json<{ paths: Record<string, object>; tags: { description: string }[] }>(
    'openapi.json',
  );
  expect(Object.keys(paths)).toContain(`/data/${ID}/records/{id}.json`);
  expect(tags.map(({ description }) => description)).toContain(`${howMany} public datasets, as prebuilt documents.`);
  expect(await json(`schemas/service.${ID}-record.v1.json`)).toMatchObject({ title: 'Incident' });

  // Its pages, the navigation, the home page, the sitemap.
  const page = await built(`${ID}.html`);
  expect(page).toContain('<h1>Agent incidents</h1>');
  expect(page).toContain(`<strong>1 incident</strong>`);
  expect(await built(`${ID}/lost-receipt.html`)).toContain('<h1>A receipt was lost</h1>');
  const system = await built('agent-accountability-map/example-registry.html');
  expect(system).toMatch(new RegExp(`Went wrong.*<a href="/${ID}/lost-receipt">A receipt was lost</a>`, 's'));
  const home = await built('index.html');
  expect(home).toMatch(new RegExp(`<a href="/${ID}"[^>]*>Incidents</a>`));
  expect(home).toContain(`${howMany} datasets`);
  expect(home).toContain('What went wrong, with 1 systems.');
  const sitemap = await built('sitemap.xml');
  expect(sitemap).toContain(`<loc>${SITE}/${ID}</loc>`);
  expect(sitemap).toContain(`<loc>${SITE}/${ID}/lost-receipt</loc><lastmod>2026-01-31</lastmod>`);

  // The form: its file, data package, JSON-LD, page, OpenAPI, checksums, Link field and media type.
  const path = `/data/${ID}/ids.txt`;
  expect(await built(path)).toBe('lost-receipt\n');
  const { resources } = await json<DataPackage>('data/datapackage.json');
  expect(resources.filter(({ format }) => format === 'ids')).toHaveLength(registered.length + 1);
  const linkedData = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)![1]!) as {
    distribution: { name: string; contentUrl: string }[];
  };
  expect(linkedData.distribution).toContainEqual(expect.objectContaining({ name: 'IDS', contentUrl: SITE + path }));
  expect(page).toMatch(new RegExp(`<a href="${path}"[^>]*>Ids, one a line</a>`));
  expect(Object.keys(paths)).toContain(path);
  expect(await built('data/SHA256SUMS')).toContain(`  ${path.slice(1)}\n`);
  const rules = readRules(await built('_headers'));
  expect(fieldsFor(rules, `/static/${ID}.json`)['link']).toContain(`<${path}>; rel="alternate"; type="text/plain"`);
  expect(fieldsFor(rules, path)['content-type']).toBe('text/plain; charset=utf-8');
}, 180_000);
