import { partsOfCaip10 } from '../../domain/chains/caip.ts';
import { nameOfChain } from '../../domain/chains/known-chains.ts';
import { layerNames, type MapRecord } from '../../domain/datasets/accountability-map/record.ts';
import {
  coveringLevels,
  deploymentStatusTerms,
  externalSchemeTerms,
  layerLevelTerms,
  layerTerms,
  mapKindTerms,
  specStatusTerms,
} from '../../domain/datasets/accountability-map/terms.ts';
import { nameOfEcosystem } from '../../domain/datasets/record/ecosystems.ts';
import { numberWord } from '../../domain/vocabulary/words.ts';
import { COMPARE_PAGE } from '../../layouts/site.ts';
import { cited, onChain } from './record-parts.ts';
import { code, element, type Fact, link, type Said, type Section, strong, sub } from './said.ts';
import { labelOf, meaningOf } from './text.ts';

type LayerName = (typeof layerNames)[number];

/** What stands in place of the mechanism of a layer that has none. */
export const absenceOf = (level: keyof typeof layerLevelTerms): string =>
  level === 'unknown' ? 'Not examined.' : 'The whole text was read for this question, and nothing answers it.';

/** The layers that a system covers in some way. */
export const coveredBy = ({ layers }: MapRecord): LayerName[] =>
  layerNames.filter((name) => coveringLevels.includes(layers[name].level));

/** What a system is and what it covers, in a sentence each. */
export const mapSummary = (record: MapRecord): string => {
  const covered = coveredBy(record).map((name) => layerTerms[name].label.toLowerCase());
  const layers =
    covered.length === 0
      ? 'none of the eight layers'
      : `${numberWord(covered.length)} of eight layers: ${covered.join(', ')}`;
  return `${labelOf(mapKindTerms, record.kind)}, maintained by ${record.steward}. According to the sources read, it covers ${layers}.`;
};

/** A layer of a system: its level, which leads somewhere, and how the system has it. */
export const layerCells = (
  { layers, sources: all }: MapRecord,
  name: LayerName,
  href: string,
  says?: string,
): Said[] => {
  const { level, mechanism, sources } = layers[name];
  return [
    element('a', { class: `cover ${level}`, href, 'aria-label': says }, labelOf(layerLevelTerms, level)),
    [mechanism ?? element('span', { class: 'dash' }, absenceOf(level)), cited(sources, all)],
  ];
};

/** The facts of a system. */
export const mapFacts = (record: MapRecord): Fact[] => {
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
    ['First public', record.first_public ?? record.created_on],
    ['Latest version read', latest && `${latest.version}, ${latest.date}`],
    ['Licence', [license, license_of && sub(`Applies to: ${license_of}`)]],
  ];
};

type Contract = NonNullable<MapRecord['contracts']>[number];

/** Where contracts of one name and address are; the address is written once for all of its chains. */
const contractPlace = (contracts: readonly Contract[]): Said => {
  const [{ network_name, address, policy_id, contract_name, module_ref, caip10, network, contract }] = contracts as [
    Contract,
  ];
  const accounts = contracts.flatMap((one) => one.caip10 ?? []).map(partsOfCaip10);
  if (accounts.length > 1)
    return [code(accounts[0]!.address), sub('on ', accounts.map(({ chain }) => nameOfChain(chain)).join(', '))];
  const rest = [network_name, address, policy_id, contract_name, module_ref && `module ${module_ref}`].filter(Boolean);
  return [
    // A CAIP-10 identifier names the network already.
    onChain(caip10 === undefined ? { chain: network, instance: contract } : { account: caip10 }),
    rest.length > 0 && [' ', code(rest.join(' '))],
  ];
};

const contractFacts = (contracts: readonly Contract[]): Fact[] => {
  const addressOf = (contract: Contract) => (contract.caip10 ? partsOfCaip10(contract.caip10).address : contract);
  return [...Map.groupBy(contracts, ({ name }) => name)].map(([name, those]) => [
    name,
    [...Map.groupBy(those, addressOf).values()].map((ones) => element('div', {}, contractPlace(ones))),
  ]);
};

/** The sections of the page of a system. */
export const mapSections = (record: MapRecord): Section[] => [
  {
    id: 'layers',
    title: 'The eight layers',
    paragraphs: [[link(`${COMPARE_PAGE}?s=${record.id}`, 'Compare with other systems'), ', layer by layer.']],
    table: {
      heads: ['Layer', 'Level', 'How, and where that is read'],
      rows: layerNames.map((name) => ({
        id: name,
        cells: [
          [strong(layerTerms[name].label), sub(meaningOf(layerTerms, name))],
          ...layerCells(record, name, `/agent-accountability-map#criteria-${name}`),
        ],
      })),
    },
  },
  { id: 'contracts', title: 'Contracts named in the sources', facts: contractFacts(record.contracts ?? []) },
];
