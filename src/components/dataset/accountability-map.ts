import { loadDocuments, loadLeftOut, loadSecondReading } from '../../dataset-files/load.ts';
import { nameOfChain } from '../../domain/chains/known-chains.ts';
import {
  criteriaRules,
  layerCriteria,
  levelCriteria,
  READ_BY_EDITION,
} from '../../domain/datasets/accountability-map/criteria.ts';
import { coveredBy, layerNames, type MapRecord } from '../../domain/datasets/accountability-map/record.ts';
import { buildScope, countLeftOut, scopeCriteria } from '../../domain/datasets/accountability-map/scope.ts';
import { buildSecondReading } from '../../domain/datasets/accountability-map/second-reading.ts';
import {
  deploymentStatusTerms,
  externalSchemeTerms,
  facetNames,
  layerFacetTerms,
  layerLevelTerms,
  layerTerms,
  mapKindTerms,
  specStatusTerms,
} from '../../domain/datasets/accountability-map/terms.ts';
import { dataPaths, datasetPaths } from '../../domain/datasets/forms/paths.ts';
import { nameOfEcosystem } from '../../domain/datasets/record/ecosystems.ts';
import { presentOf } from '../../domain/datasets/record/record.ts';
import { filledIntakePath } from '../../domain/intake-form.ts';
import { capitalized, numberWord } from '../../domain/vocabulary/words.ts';
import { COMPARE_PAGE } from '../../layouts/site.ts';
import { labelOfPeriod, periodNamesOf } from './charts/periods.ts';
import { buildList, chainFilter, type Column, nameCell, termFilter, type View } from './list.ts';
import { cited, layerCells, valueSaid } from './record-parts.ts';
import { code, element, type Fact, link, list, type Said, strong, sub } from './said.ts';
import { labelOf, meaningOf } from './text.ts';

const DATASET = 'agent-accountability-map';
const { entries } = loadDocuments()[DATASET];

type LayerName = (typeof layerNames)[number];

/** When a system was first public, or else when its specification says that it was made. */
export const firstPublicOf = ({ first_public, created_on }: MapRecord) => first_public ?? created_on;

/** From what says least of a layer to what covers it most, with what stands for it in a narrow column. */
const shownLevels = { unknown: '?', none_found: '–', extension: 'Extension', partial: 'Partial', native: 'Native' };
const ranked = Object.keys(shownLevels);

const layerColumn = (name: LayerName): Column<MapRecord> => ({
  name,
  label: layerTerms[name].label,
  sum: {
    count: presentOf(entries).filter((record) => coveredBy(record).includes(name)).length,
    query: `?layer=${name}`,
  },
  orders: { [`-${name}`]: `${layerTerms[name].label} first` },
  sort: ({ layers }) => ranked.indexOf(layers[name].level),
  cell: ({ id, layers }) => {
    const { level } = layers[name];
    const href = `${datasetPaths(DATASET).recordPage(id)}#${name}`;
    const { label } = layerTerms[name];
    // The head of the row names the system.
    const says = `${label}: ${labelOf(layerLevelTerms, level)}`;
    return element(
      'a',
      { class: `cover ${level}`, href, 'data-short': label.slice(0, 3), 'aria-label': says },
      shownLevels[level],
    );
  },
});

const facetLabel = (name: string): string => capitalized(name.replace('_', ' '));

/** What is on and off a chain is found by either. */
const valuesIn = (value: string | undefined): string[] =>
  value === 'both' ? ['on_chain', 'off_chain'] : value === undefined ? [] : [value];

const reading = buildSecondReading(loadSecondReading());

/** How far two readers agree, in a sentence. */
const agreementIn = ({ counts, cohens_kappa: kappa }: Pick<typeof reading, 'counts' | 'cohens_kappa'>) =>
  `Of ${counts.cells} layers, ${counts.same_level} have the same level and ${counts.same_finding} agree on whether anything is there${kappa === undefined ? '' : `; Cohen’s kappa over the levels is ${kappa}`}.`;

const scope = buildScope(loadLeftOut());

const coveredCells = presentOf(entries).flatMap((record) => coveredBy(record).map((name) => record.layers[name]));
const described = coveredCells.filter((layer) => facetNames.some((facet) => layer[facet] !== undefined)).length;

/** What a system is and what it covers, in a sentence each. */
const summaryOf = (record: MapRecord): string => {
  const layersCovered = coveredBy(record);
  const covered = layersCovered.map((name) => layerTerms[name].label.toLowerCase());
  const fully = layersCovered.filter((name) => record.layers[name].level === 'native').length;
  const layers =
    covered.length === 0
      ? 'none of the eight layers'
      : `${numberWord(covered.length)} of eight layers (${covered.join(', ')}), ${fully === 0 ? 'none' : numberWord(fully)} of them fully`;
  return `${labelOf(mapKindTerms, record.kind)}, maintained by ${record.steward}. According to the sources read, it covers ${layers}.`;
};

/** The facts of a system. */
const factsOf = (record: MapRecord): Fact[] => {
  const { status, spec_status, spec_url, chains_note, latest, license, license_of } = record;
  const networks = [...record.chains.map(nameOfChain), ...(record.other_networks ?? [])].join(', ');
  const lists = record.external_ids?.map(({ scheme, id }) => `${labelOf(externalSchemeTerms, scheme)} ${id}`);
  return [
    ['Kind', labelOf(mapKindTerms, record.kind)],
    ['Maintained by', record.steward],
    [
      'Status',
      [labelOf(deploymentStatusTerms, status), sub(record.status_detail ?? meaningOf(deploymentStatusTerms, status))],
    ],
    [
      'Specification',
      [spec_status && `${labelOf(specStatusTerms, spec_status)} `, spec_url && link(spec_url, spec_url)],
    ],
    ['Also known as', record.aliases?.join(', ')],
    ['In other lists', lists?.join(', ')],
    ['Ecosystem', nameOfEcosystem(record.ecosystem)],
    ['Networks', [networks, chains_note && sub(chains_note), cited(record.chains_sources, record.sources)]],
    ['First public', firstPublicOf(record)],
    ['Latest version read', latest && `${latest.version}, ${latest.date}`],
    ['Licence', [license, license_of && sub(`Applies to: ${license_of}`)]],
  ];
};

type Contract = NonNullable<MapRecord['contracts']>[number];

/** Where a contract is. */
const contractPlace = (contract: Contract): Said => {
  const { network, network_name, caip10, contract: instance, address, policy_id, contract_name, module_ref } = contract;
  const rest = [network_name, address, policy_id, contract_name, module_ref && `module ${module_ref}`].filter(Boolean);
  const place = caip10 ?? instance ?? network;
  return element('div', {}, place && valueSaid(place, network), rest.length > 0 && [' ', code(rest.join(' '))]);
};

export const mapView: View<MapRecord> = {
  lede: 'Standards, registries, protocols and services that make software agents accountable, and how far each one covers eight layers.',
  key: `Each box is a layer: ${layerNames.map((name) => layerTerms[name].label.toLowerCase()).join(', ')}. Dark: native; light: partial; dashed: extension; no box: none found.`,
  list: buildList<MapRecord>({
    records: entries,
    order: 'name',
    columns: [
      {
        name: 'name',
        label: 'System',
        orders: { name: 'By name', '-name': 'By name, from Z' },
        sort: ({ name }) => name,
        cell: (record) => {
          const says = { 'aria-label': `Compare ${record.name}` };
          const box = element('input', { type: 'checkbox', name: 's', value: record.id, form: 'compare', ...says });
          const about = `${labelOf(mapKindTerms, record.kind)}, ${nameOfEcosystem(record.ecosystem)}`;
          return [element('label', {}, box), element('span', {}, nameCell(DATASET, record, about))];
        },
      },
      ...layerNames.map(layerColumn),
      { name: 'status', label: 'Status' },
    ],
    together: ['layer', 'level', ...facetNames],
    filters: [
      termFilter('layer', 'Layer', layerTerms, coveredBy),
      termFilter('level', 'Level', layerLevelTerms, ({ layers }) => [
        ...new Set(layerNames.map((name) => layers[name].level)),
      ]),
      ...facetNames.map((facet) =>
        termFilter<MapRecord>(facet, facetLabel(facet), layerFacetTerms[facet], ({ layers }) => [
          ...new Set(layerNames.flatMap((name) => valuesIn(layers[name][facet]))),
        ]),
      ),
      termFilter('cell', '', {}, ({ layers }) =>
        layerNames.map((name) =>
          [name, layers[name].level, ...facetNames.flatMap((facet) => valuesIn(layers[name][facet]))].join(':'),
        ),
      ),
      termFilter('kind', 'Kind', mapKindTerms, ({ kind }) => kind),
      termFilter('status', 'Status', deploymentStatusTerms, ({ status }) => status),
      {
        name: 'first',
        label: 'First public in',
        of: (record) => periodNamesOf(firstPublicOf(record)).slice(0, 1),
        labelOf: labelOfPeriod,
      },
      chainFilter(({ chains }) => chains),
    ],
  }),
  limits: [
    [
      strong('“–” means not found in the whole text that was read.'),
      ' It does not mean that the system lacks the layer. “?” means not examined. A native layer is part of the system itself, an extension an optional part or another standard. The ',
      link('#criteria', 'criteria'),
      ' say what each level means for each layer, and ',
      link('#second-reading', 'a second reading'),
      ' how far two readers agree. Every cell leads to the sentence, the source and the place in it.',
    ],
  ],
  method: [
    {
      id: 'scope',
      title: 'What is in the map, and what is not',
      paragraphs: [
        scope.description,
        [
          `${scope.left_out.length} others were looked at and are not in, by the criterion that they fail or because nobody has read them: `,
          countLeftOut(scope)
            .map(({ label, count }) => `${label.toLowerCase()} ${count}`)
            .join(', '),
          '. ',
          link(dataPaths.scope, 'Each with the reason, as JSON'),
          '. ',
          link(filledIntakePath('bug', `${import.meta.env.SITE}/${DATASET}#scope`), 'Name one that is missing'),
          '.',
        ],
      ],
      table: {
        summary: 'The criteria, with examples',
        heads: ['Criterion', 'The system …', 'In', 'Left out'],
        rows: scope.criteria.map((one) => ({
          cells: [strong(scopeCriteria[one.id].label), one.meaning, one.in, one.out],
        })),
      },
    },
    {
      id: 'criteria',
      title: 'Criteria of the layers',
      paragraphs: [
        `The normative text of each system is read, not its marketing, and every system is asked the same question. ${READ_BY_EDITION}`,
      ],
      facts: Object.entries(levelCriteria).map(([level, meaning]) => [
        labelOf(layerLevelTerms, level),
        capitalized(meaning),
      ]),
      table: {
        summary: 'The criteria, layer by layer',
        heads: ['Layer', 'Native: the system …', 'Partial: it …', 'Close cases and examples'],
        rows: layerNames.map((name) => {
          const { native, partial, close } = layerCriteria[name];
          return { id: `criteria-${name}`, cells: [strong(layerTerms[name].label), native, partial, close] };
        }),
      },
    },
    {
      id: 'criteria-rules',
      title: 'Rules for every layer',
      table: {
        summary: 'The rules, with worked examples',
        heads: ['About', 'Rule', 'Examples'],
        rows: Object.entries(criteriaRules).map(([about, text]) => {
          const [rule, ...examples] = text.split(/(?<=\.) (?=[^.]+: (?:native|partial|extension|none found), since )/);
          return { cells: [strong(about), rule, list(examples)] };
        }),
      },
    },
    {
      id: 'facets',
      title: 'What is recorded about a layer besides its level',
      paragraphs: [
        `Programs took these words from the sentence of a layer and the places that it cites, for ${described} of ${coveredCells.length} layers that are covered; a sample was compared with the sources: of 98 words in 40 layers, 6 were not borne out and were corrected. Where the sentence does not decide, there is no word. For disputes, the record in question is the outcome, and its maker is the party that decides it.`,
      ],
      facts: facetNames.map((facet): Fact => [
        facetLabel(facet),
        Object.values(layerFacetTerms[facet]).map(({ label, meaning }) => sub(label, ': ', meaning)),
      ]),
    },
    {
      id: 'second-reading',
      title: 'How far two readers agree',
      paragraphs: [
        reading.description,
        [
          `${reading.counts.cells} of the ${entries.length * layerNames.length} layers of the map were read twice. ${agreementIn(reading)} The differences were settled ${reading.counts.settled_for_first} times for the first reading and ${reading.counts.settled_for_second} times for the second, the others at a third level. `,
          link(dataPaths.secondReading, `All ${reading.counts.cells} as JSON`),
          ', with place and reason: the differences are those with “settled”.',
        ],
      ],
      table: {
        summary: 'How far, in each round',
        heads: ['Read on', 'Which systems', 'Agreement'],
        rows: reading.rounds.map((round) => ({ cells: [round.read_on, round.drawn, agreementIn(round)] })),
      },
    },
  ],
  compare: COMPARE_PAGE,
  face: (record) => ({
    description: summaryOf(record),
    facts: factsOf(record),
    sections: [
      {
        id: 'layers',
        title: 'The eight layers',
        table: {
          heads: ['Layer', 'Level', 'How, and where that is read', 'Wrong?'],
          rows: layerNames.map((name) => {
            const { label } = layerTerms[name];
            const address = `${import.meta.env.SITE}${datasetPaths(DATASET).recordPage(record.id)}#${name}`;
            const wrong = { href: filledIntakePath('bug', address), 'aria-label': `${label}: this is wrong` };
            return {
              id: name,
              cells: [
                [strong(label), sub(meaningOf(layerTerms, name))],
                ...layerCells(record, name, `/${DATASET}#criteria-${name}`),
                element('a', wrong, 'This is wrong'),
              ],
            };
          }),
        },
      },
      {
        id: 'contracts',
        title: 'Contracts named in the sources',
        facts: [...Map.groupBy(record.contracts ?? [], ({ name }) => name)].map(([name, those]) => [
          name,
          those.map(contractPlace),
        ]),
      },
    ],
  }),
};
