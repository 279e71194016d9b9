import { loadDocuments, loadSecondReading } from '../../dataset-files/load.ts';
import { layerCriteria, levelCriteria } from '../../domain/datasets/accountability-map/criteria.ts';
import { layerNames, type MapRecord } from '../../domain/datasets/accountability-map/record.ts';
import { buildSecondReading } from '../../domain/datasets/accountability-map/second-reading.ts';
import {
  deploymentStatusTerms,
  layerLevelTerms,
  layerTerms,
  mapKindTerms,
} from '../../domain/datasets/accountability-map/terms.ts';
import { datasetPaths } from '../../domain/datasets/forms/paths.ts';
import { nameOfEcosystem } from '../../domain/datasets/record/ecosystems.ts';
import { capitalized } from '../../domain/vocabulary/words.ts';
import { coveredBy } from './accountability-map.ts';
import { coverageOf } from './charts/pictures.ts';
import { buildList, type Column, nameCell, termFilter } from './list.ts';
import { element, link, type Section, strong } from './said.ts';
import { labelOf } from './text.ts';

const DATASET = 'agent-accountability-map';
const { entries, counts } = loadDocuments()[DATASET];

/** From what says least of a layer to what covers it most, with what stands for it in a narrow column. */
const shownLevels = { unknown: '?', none_found: '–', extension: 'Extension', partial: 'Partial', native: 'Native' };
const ranked = Object.keys(shownLevels);

const layerColumn = ({ name, label, covered }: ReturnType<typeof coverageOf>[number]): Column<MapRecord> => ({
  name,
  label,
  sum: covered,
  first: 'desc',
  orders: { [`-${name}`]: `${label} first` },
  sort: ({ layers }) => ranked.indexOf(layers[name].level),
  cell: ({ id, name: system, layers }) => {
    const { level } = layers[name];
    const href = `${datasetPaths(DATASET).recordPage(id)}#${name}`;
    const says = `${label}: ${labelOf(layerLevelTerms, level)}, ${system}`;
    return element(
      'a',
      { class: `cover ${level}`, href, 'data-short': label.slice(0, 3), 'aria-label': says },
      shownLevels[level],
    );
  },
});

/** The list of all systems: what each covers, layer by layer. */
export const mapList = buildList<MapRecord>({
  dataset: DATASET,
  records: entries,
  columns: [
    {
      name: 'name',
      label: 'System',
      orders: { '': 'By name' },
      sort: ({ name }) => name,
      cell: (record) => {
        const says = { 'aria-label': `Compare ${record.name}` };
        const box = element('input', { type: 'checkbox', name: 's', value: record.id, form: 'compare', ...says });
        const about = `${labelOf(mapKindTerms, record.kind)}, ${nameOfEcosystem(record.ecosystem)}`;
        return [element('label', {}, box), element('span', {}, nameCell(DATASET, record, about))];
      },
    },
    ...coverageOf(counts).map(layerColumn),
    {
      name: 'status',
      label: 'Status',
      orders: { status: 'By status' },
      cell: ({ status }) => labelOf(deploymentStatusTerms, status),
    },
  ],
  filters: [
    termFilter('layer', 'Layer', layerTerms, coveredBy),
    termFilter('level', 'Level', layerLevelTerms, ({ layers }) => [
      ...new Set(layerNames.map((name) => layers[name].level)),
    ]),
    // A layer and a level that are chosen together are those of one cell.
    termFilter('layer-level', '', {}, ({ layers }) => layerNames.map((name) => `${name}:${layers[name].level}`)),
    termFilter('kind', 'Kind', mapKindTerms, ({ kind }) => kind),
    termFilter('status', 'Status', deploymentStatusTerms, ({ status }) => status),
  ],
});

const { description, counts: read, cohens_kappa: kappa } = buildSecondReading(loadSecondReading());

/** How the map is made: the criteria of its levels, and how far two readers agree. */
export const mapMethod: Section[] = [
  {
    id: 'criteria',
    title: 'Criteria of the layers',
    paragraphs: [
      'The normative text of each system is read, not its marketing, and every system is asked the same question.',
    ],
    facts: Object.entries(levelCriteria).map(([level, meaning]) => [
      labelOf(layerLevelTerms, level),
      capitalized(meaning),
    ]),
    table: {
      summary: 'The criteria, layer by layer',
      heads: ['Layer', 'Native: the system …', 'Partial: it …', 'Close cases'],
      rows: layerNames.map((name) => {
        const { native, partial, close } = layerCriteria[name];
        return { id: `criteria-${name}`, cells: [strong(layerTerms[name].label), native, partial, close ?? '–'] };
      }),
    },
  },
  {
    id: 'second-reading',
    title: 'How far two readers agree',
    paragraphs: [
      [
        `${description} Of ${read.cells} layers, ${read.same_level} have the same level and ${read.same_finding} agree on whether anything is there`,
        kappa === undefined ? '. ' : `; Cohen’s kappa over the levels is ${kappa}. `,
        `The differences were settled ${read.settled_for_first} times for the first reading and ${read.settled_for_second} times for the second. `,
        link(`/data/${DATASET}/second-reading.json`, `All ${read.cells} as JSON`),
        ', each difference with its reason.',
      ],
    ],
  },
];
