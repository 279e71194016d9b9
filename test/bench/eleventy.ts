import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The version that the figures are of. */
const ELEVENTY = '@11ty/eleventy@3.1.2';

// What Eleventy is asked for: the YAML records as data (js-yaml, as its documentation does it), and for each
// a page with the members of our record page, and a JSON file with the record.
const configuration = `import yaml from 'js-yaml';
export default (config) => {
  config.addDataExtension('yaml', (text) => yaml.load(text, { schema: yaml.JSON_SCHEMA }));
  config.addFilter('json', (value) => JSON.stringify(value, null, 2));
  config.addFilter('list', (value) => Object.values(value));
  return { dir: { input: 'input', output: 'output', data: '_data' } };
};
`;

const layout = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title><link rel="stylesheet" href="/style.css"></head>
<body><header><nav><ul>{% for link in links %}<li><a href="/{{ link }}">{{ link }}</a></li>{% endfor %}</ul></nav></header>
<main>{{ content | safe }}</main>
<footer><nav><ul>{% for link in links %}<li><a href="/{{ link }}">{{ link }}</a></li>{% endfor %}</ul></nav></footer></body></html>
`;

const page = `---
pagination: { data: records, size: 1, alias: record, resolve: values }
permalink: "/map/{{ record.id }}.html"
layout: page.njk
eleventyComputed: { title: "{{ record.name }}" }
---
<h1>{{ record.name }}</h1>
<dl><dt>Kind</dt><dd>{{ record.kind }}</dd><dt>Status</dt><dd>{{ record.status }} {{ record.status_detail }}</dd>
<dt>Specification</dt><dd>{{ record.spec_status }} <a href="{{ record.spec_url }}">{{ record.spec_url }}</a></dd>
<dt>Ecosystem</dt><dd>{{ record.ecosystem }}</dd><dt>Networks</dt><dd>{{ record.chains | join(', ') }}</dd>
<dt>First public</dt><dd>{{ record.first_public }}</dd><dt>Licence</dt><dd>{{ record.license }}</dd></dl>
<table><thead><tr><th>Layer</th><th>Level</th><th>How</th></tr></thead><tbody>
{% for name, layer in record.layers %}<tr><th>{{ name }}</th><td>{{ layer.level }}</td><td>{{ layer.mechanism or 'Not found in what was read.' }}</td></tr>
{% endfor %}</tbody></table>
<h2>Doubts</h2><p>{{ record.confidence }}</p><ul>{% for doubt in record.doubts %}<li>{{ doubt }}</li>{% endfor %}</ul>
<h2>Sources</h2><ol>{% for source in record.sources %}<li><a href="{{ source.url }}">{{ source.title or source.url }}</a> {{ source.kind }} {{ source.access }} {{ source.retrieved }}</li>{% endfor %}</ol>
<h2>This record</h2><p>{{ record.compiled_on }}</p><ul>{% for change in record.changes %}<li>{{ change.on }} {{ change.kind }} {{ change.note }}</li>{% endfor %}</ul>
`;

const recordFile = `---
pagination: { data: records, size: 1, alias: record, resolve: values }
permalink: "/data/map/{{ record.id }}.json"
---
{{ record | json | safe }}
`;

const table = `---
permalink: "/map.html"
layout: page.njk
title: Map
---
<table>{% for record in records | list %}<tr><th><a href="/map/{{ record.id }}">{{ record.name }}</a></th><td>{{ record.kind }}</td><td>{{ record.status }}</td>{% for name, layer in record.layers %}<td>{{ layer.level }}</td>{% endfor %}</tr>
{% endfor %}</table>
`;

const whole = `---
permalink: "/data/map.json"
---
{{ records | list | json | safe }}
`;

/** Installs Eleventy in a folder of its own; false where it cannot be had. */
const install = (folder: string): boolean =>
  spawnSync('npm', ['install', '--no-audit', '--no-fund', ELEVENTY], { cwd: folder, stdio: 'ignore', timeout: 180_000 })
    .status === 0;

/**
 * A site for Eleventy below a folder, whose records go into `input/_data/records`.
 * @returns the program that builds it; undefined where Eleventy cannot be installed.
 */
export const prepareEleventy = async (folder: string): Promise<string | undefined> => {
  await mkdir(join(folder, 'input/_includes'), { recursive: true });
  await mkdir(join(folder, 'input/_data/records'), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  if (!install(folder)) return undefined;
  const links = Array.from({ length: 12 }, (_, at) => `page-${at}`);
  const files = {
    'eleventy.config.js': configuration,
    'input/_data/links.json': JSON.stringify(links),
    'input/_includes/page.njk': layout,
    'input/page.njk': page,
    'input/record.njk': recordFile,
    'input/table.njk': table,
    'input/whole.njk': whole,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return 'node_modules/@11ty/eleventy/cmd.cjs';
};
