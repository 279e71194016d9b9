import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { datasets as registered } from '../../../src/dataset-files/registry.ts';
import type { DataIndex } from '../../../src/domain/datasets/forms/data-index.ts';
import type { DataPackage } from '../../../src/domain/datasets/forms/data-package.ts';
import { wholeForms } from '../../../src/domain/datasets/forms/forms.ts';
import { capitalized, numberWord } from '../../../src/domain/vocabulary/words.ts';
import {
  ADDED,
  dataLines,
  datasetFiles,
  endpointFile,
  incident,
  protocolFile,
  protocolLines,
} from '../../support/additions.ts';
import { call } from '../../support/call.ts';
import { type OperatedProject, SITE_URL } from '../../support/operated-project.ts';
import type { RunningServer } from '../../support/server.ts';

const INCIDENT = `datasets/${ADDED}/lost-receipt.yaml`;
const howMany = capitalized(numberWord(registered.length + 1));

const writeIn = async (root: string, file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
};

/** Adds to a project what ARCHITECTURE.md says can be added in a file or two: a dataset, a form, an endpoint, a protocol, a record. */
export const addOneOfEach = async (root: string): Promise<void> => {
  const write = (file: string, text: string) => writeIn(root, file, text);
  for (const [file, text] of Object.entries(datasetFiles)) await write(file, text);
  await write(INCIDENT, incident('example-registry'));

  await write('src/pages/api/greeting/[name].ts', endpointFile);
  await write('src/pages/greet.ts', protocolFile);
  for (const [file, after, line] of [...dataLines, ...protocolLines]) {
    const text = await readFile(join(root, file), 'utf8');
    expect(text).toMatch(after);
    await write(
      file,
      text.replace(after, (found) => found + line),
    );
  }
  const map = join(root, 'datasets/agent-accountability-map');
  const [name] = await readdir(map);
  const template = await readFile(join(map, name!), 'utf8');
  await writeFile(join(map, 'second.yaml'), template.replace(/^id: .*$/m, 'id: second'));
  const lastDay = [...template.matchAll(/\bon: (\S+)/g)].at(-1)![1]!;
  await writeFile(
    join(map, 'gone.yaml'),
    `${template.replace(/^id: .*$/m, 'id: gone')}withdrawn_on: ${lastDay}\nwithdrawn_reason: It is in this test only.\n`,
  );
};

/** Tests that what was added stands wherever it belongs. @param project the project, once it is built. @param server its service. */
export const testAdded = (project: () => OperatedProject, server: () => RunningServer): void => {
  /** A built file, without the marks that Astro puts into pages for their styles. */
  const built = async (file: string): Promise<string> =>
    (await readFile(join(project().folder, file), 'utf8')).replaceAll(/ data-astro-cid-\w+/g, '');
  const json = async <T>(file: string): Promise<T> => JSON.parse(await built(file)) as T;

  test('a dataset and a form that are declared once stand everywhere', async () => {
    // The dataset: document, forms, index, status, OpenAPI, schema.
    const document = await json<{ counts: object; entries: { id: string }[] }>(`static/${ADDED}.json`);
    expect(document).toMatchObject({ counts: { present: 1, of_systems: 1 }, entries: [{ id: 'lost-receipt' }] });
    const { datasets } = await json<DataIndex>('data/index.json');
    const incidents = datasets.find(({ id }) => id === ADDED)!;
    expect(incidents.forms.map(({ format }) => format)).toEqual([...wholeForms.map(({ format }) => format), 'ids']);
    for (const { address } of incidents.forms) expect(await built(address.replace(SITE_URL, ''))).not.toBe('');
    expect(await built(`data/${ADDED}/feed.xml`)).toContain('<title>Added: A receipt was lost</title>');
    expect(await json(`data/${ADDED}/records/lost-receipt.json`)).toMatchObject({ dataset: ADDED, withdrawn: false });
    expect(await json('static/status.json')).toMatchObject({
      datasets: [...registered.map(({ id }) => ({ id })), { id: ADDED, address: `${SITE_URL}/static/${ADDED}.json` }],
    });
    const { paths, tags } = await json<{ paths: Record<string, object>; tags: { description: string }[] }>(
      'openapi.json',
    );
    expect(Object.keys(paths)).toContain(`/data/${ADDED}/records/{id}.json`);
    expect(tags.map(({ description }) => description)).toContain(`${howMany} public datasets, as prebuilt documents.`);
    expect(await json(`schemas/service.${ADDED}-record.v1.json`)).toMatchObject({ title: 'Incident' });

    // Its pages, the navigation, the home page, the sitemap.
    const page = await built(`${ADDED}.html`);
    expect(page).toContain('<h1>Agent incidents</h1>');
    expect(page).toContain(`<strong>1 incident</strong>`);
    expect(await built(`${ADDED}/lost-receipt.html`)).toContain('<h1>A receipt was lost</h1>');
    const system = await built('agent-accountability-map/example-registry.html');
    expect(system).toMatch(new RegExp(`Went wrong.*<a href="/${ADDED}/lost-receipt">A receipt was lost</a>`, 's'));
    const home = await built('index.html');
    expect(home).toMatch(new RegExp(`<a href="/${ADDED}"[^>]*>Agent incidents</a>`));
    expect(home).toContain(`${howMany} datasets`);
    expect(home).toContain('See what went wrong before you rely on an agent.');
    const sitemap = await built('sitemap.xml');
    expect(sitemap).toContain(`<loc>${SITE_URL}/${ADDED}</loc>`);
    expect(sitemap).toContain(`<loc>${SITE_URL}/${ADDED}/lost-receipt</loc><lastmod>2026-01-31</lastmod>`);

    // The form: its file, data package, JSON-LD, page, OpenAPI, checksums, Link field and media type.
    const path = `/data/${ADDED}/ids.txt`;
    expect(await built(path)).toBe('lost-receipt\n');
    const { resources } = await json<DataPackage>('data/datapackage.json');
    expect(resources.filter(({ format }) => format === 'ids')).toHaveLength(registered.length + 1);
    const linkedData = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)![1]!) as {
      distribution: { name: string; contentUrl: string }[];
    };
    expect(linkedData.distribution).toContainEqual(
      expect.objectContaining({ name: 'ids', contentUrl: SITE_URL + path }),
    );
    expect(page).toMatch(new RegExp(`<a href="${path}"[^>]*>Ids, one a line</a>`));
    expect(Object.keys(paths)).toContain(path);
    expect(await built('data/SHA256SUMS')).toContain(`  ${path.slice(1)}\n`);
  });

  test('an endpoint that is one file is described, listed, checked and answered', async () => {
    const { paths, components } = await json<{
      paths: Record<string, { get: { operationId: string; responses: Record<string, object> } }>;
      components: { schemas: Record<string, object> };
    }>('openapi.json');
    const described = paths['/api/greeting/{name}']!.get;
    expect(described.operationId).toBe('getGreeting');
    expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(['200', '400', '405', '500']));
    expect(components.schemas).toHaveProperty(['service.greeting.v1']);
    expect(await json('schemas/service.greeting.v1.json')).toMatchObject({ title: 'Greeting' });
    expect((await json<{ operations: object[] }>('static/capabilities.json')).operations).toContainEqual(
      expect.objectContaining({ method: 'GET', path: '/api/greeting/{name}', id: 'getGreeting', side_effects: 'none' }),
    );
    const reference = (await built('api-reference/agent.html')).matchAll(/<div id="(\w+)" class="stack"/g);
    expect([...reference].map(([, id]) => id)).toContain('getGreeting');

    const { url } = server();
    const answer = await call(`${url}/api/greeting/you`);
    expect(answer.json).toEqual({ ok: true, schema: 'service.greeting.v1', greeting: 'Hello you' });
    const refused = await call(`${url}/api/greeting/somebody-else`);
    expect(refused.json).toMatchObject({ code: 'invalid_request', errors: [{ code: 'too_big' }] });
    expect((await call(`${url}/api/greeting/you`, { method: 'DELETE' })).json['code']).toBe('method_not_allowed');
  });

  test('a protocol of agents stands in the capabilities and the reference, with its own words', async () => {
    const { interfaces } = await json<{ interfaces: object[] }>('static/capabilities.json');
    expect(interfaces).toContainEqual(expect.objectContaining({ protocol: 'GREET', url: `${SITE_URL}/greet` }));
    expect(await built('llms.txt')).toContain(`- GREET 7 at ${SITE_URL}/greet`);
    expect(await built('agent.html')).toMatch(
      new RegExp(`<a href="/greet">\\s*${SITE_URL}/greet\\s*</a>.*For polite agents.`, 's'),
    );
    const page = await built('api-reference/a2a-and-mcp.html');
    for (const name of ['A2A', 'MCP', 'GREET']) {
      expect(/<h1>(.*)<\/h1>/.exec(page)![1]).toContain(name);
      expect(page.split(`<section id="${name.toLowerCase()}"`)).toHaveLength(2);
    }
    const section = page.split('<section id="greet"')[1]!.split('<section id="')[0]!;
    for (const words of ['How agents greet.', `greet ${SITE_URL}`, 'Greet the agent']) expect(section).toContain(words);
    expect(section).not.toContain('MCP');
  });

  test('the home page counts what each dataset holds, without what was withdrawn', async () => {
    const shown = (await built('index.html')).matchAll(/<strong>(\d+) [a-z ]+\.<\/strong>/g);
    const documents = await Promise.all(
      [...registered.map(({ id }) => id), ADDED].map((id) =>
        json<{ entries: { withdrawn_on?: string }[] }>(`static/${id}.json`),
      ),
    );
    expect([...shown].map(([, count]) => Number(count))).toEqual(
      documents.map(({ entries }) => entries.filter((entry) => !entry.withdrawn_on).length),
    );
  });
};
