import yaml from 'js-yaml';

const isCovered = (record, { name }) => ['native', 'partial', 'extension'].includes(record.layers[name].level);
const labelsOf = (layers) => layers.map(({ label }) => label.toLowerCase()).join(', ');
const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The texts that our pages make from several members. */
const filters = {
  json: (value) => JSON.stringify(value, null, 2),
  list: (value) => Object.values(value),
  capitalized,
  description: (record, { terms, layers, numbers }) => {
    const covered = layers.filter((layer) => isCovered(record, layer));
    const fully = layers.filter(({ name }) => record.layers[name].level === 'native').length;
    const count =
      covered.length === 0
        ? 'none of the eight layers'
        : `${numbers[covered.length]} of eight layers (${labelsOf(covered)}), ${fully === 0 ? 'none' : numbers[fully]} of them fully`;
    return `${terms.kind[record.kind].label}, maintained by ${record.steward}. According to the sources read, it covers ${count}.`;
  },
  facets: (layer, { facets }) => facets.flatMap(({ name, labels }) => labels[layer[name]] ?? []).join(' · '),
  cited: (citations, sources) =>
    Map.groupBy(citations, ({ url }) =>
      sources.find((source) => source.url === url || source.url === url.replace(/(\?plain=1)?#[^#]*$/, '')),
    ),
  sourceTitle: ({ title, repo, path, url }) => title ?? (repo === undefined ? url : [repo, path].join(', ')),
  sourceFacts: ({ publisher, kind, commit, commit_date, access, retrieved, excerpt_only }, terms) =>
    [
      publisher,
      terms.sourceKind[kind].label,
      commit && `commit ${commit.slice(0, 10)}${commit_date ? ` of ${commit_date}` : ''}`,
      `${terms.access[access].label.toLowerCase()} read ${retrieved}${excerpt_only ? ', only a part' : ''}`,
    ]
      .filter(Boolean)
      .join(' · '),
  dated: (text) => text.replace(/\b(\d{4}-(?:0[1-9]|1[0-2])(?:-\d{2})?)\b/g, '<time>$1</time>'),
};

export default (config) => {
  config.addDataExtension('yaml', (text) => yaml.load(text, { schema: yaml.JSON_SCHEMA }));
  for (const [name, filter] of Object.entries(filters)) config.addFilter(name, filter);
  return { dir: { input: 'input', output: 'output', data: '_data' } };
};
