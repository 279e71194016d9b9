import { z } from 'zod';
import { checkAccount, checkSameChain } from '../../chains/address-rules.ts';
import { ContractAddress } from '../../chains/concordium-reference.ts';
import { KnownCaip2, KnownCaip10 } from '../../chains/known-chains.ts';
import { Sha256Hex } from '../../json/sha256.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { countPicked, countsOf, enumOf, valuesOf } from '../../vocabulary/terms.ts';
import { Name, Sentence, Slug, SpdxExpression, WebAddress } from '../../vocabulary/text.ts';
import { PartialDate } from '../../vocabulary/timestamp.ts';
import { byId, defineDataset } from '../record/dataset.ts';
import { recordEnd, recordId } from '../record/record.ts';
import { checkAnyRecord } from '../record/rules.ts';
import { checkCitations, Citation, WHOLE_TEXT } from '../record/source.ts';
import { SourcesMovedOn } from '../record/watched.ts';
import { CRITERIA_EDITION, criteriaRules, layerCriteria, READ_BY_EDITION } from './criteria.ts';
import {
  coveringLevels,
  deploymentStatusTerms,
  externalSchemeTerms,
  facetNames,
  layerFacetTerms,
  layerLevelTerms,
  layerTerms,
  mapKindTerms,
  specStatusTerms,
} from './terms.ts';

const layer = (name: keyof typeof layerTerms) => {
  const { native, partial, close } = layerCriteria[name];
  return z
    .strictObject({
      level: enumOf(layerLevelTerms, 'How far the layer is covered.'),
      mechanism: Sentence.optional().meta({
        description: 'The mechanism in one sentence; absent when none was found.',
      }),
      recorded: enumOf(
        layerFacetTerms.recorded,
        'Where what the layer leaves is kept; of a dispute, its outcome.',
      ).optional(),
      made_by: enumOf(layerFacetTerms.made_by, 'Whose act that is; of a dispute, who decides.').optional(),
      obligation: enumOf(layerFacetTerms.obligation, 'Whether the layer has to be there.').optional(),
      signature: enumOf(layerFacetTerms.signature, 'Whether what the layer leaves is signed.').optional(),
      sources: z.array(Citation).min(1).optional().meta({
        description: 'Where this is read, the place of the mechanism first; `none_found` cites a whole text.',
      }),
    })
    .meta({
      description: `The layer of ${layerTerms[name].meaning} \`native\`: the system ${native} \`partial\`: it ${partial} ${close}`,
    });
};

const Layers = z
  .strictObject({
    identity: layer('identity'),
    authority: layer('authority'),
    receipts: layer('receipts'),
    anchoring: layer('anchoring'),
    escrow_payment: layer('escrow_payment'),
    dispute: layer('dispute'),
    reputation: layer('reputation'),
    revocation: layer('revocation'),
  })
  .meta({
    description: `The eight layers of accountability, all always present. Criteria, ${CRITERIA_EDITION}. ${Object.values(criteriaRules).join(' ')}`,
  });

const ExternalId = z
  .strictObject({
    scheme: enumOf(externalSchemeTerms, 'Who gave the identifier.'),
    id: Name.meta({ description: 'The identifier in that scheme.' }),
  })
  .meta({ description: 'A name of the system in another list.' });

const Deployment = z
  .strictObject({
    name: Name.meta({ description: 'What the contract is.' }),
    network: KnownCaip2.optional().meta({ description: 'Chain (CAIP-2).' }),
    network_name: Name.optional().meta({ description: 'Name of the network, if it has no CAIP-2 id.' }),
    caip10: KnownCaip10.optional().meta({ description: 'The contract (CAIP-10).' }),
    contract: ContractAddress.optional().meta({ description: 'The contract on Concordium.' }),
    address: Name.optional().meta({ description: 'Address on a network that has no CAIP-2 id.' }),
    policy_id: Name.optional().meta({ description: 'Minting policy on Cardano.' }),
    contract_name: Name.optional().meta({ description: 'Name of the contract under its account, on Stacks.' }),
    module_ref: Sha256Hex.optional().meta({ description: 'Hash of the contract module, on Concordium.' }),
  })
  .meta({ description: 'A deployed contract or program.' });

/** One record of the map: a system and how far it covers each of the eight layers. */
export const MapRecord = z
  .strictObject({
    id: recordId,
    name: Name.meta({ description: 'Name of the system.' }),
    aliases: z
      .array(Name)
      .min(1)
      .optional()
      .meta({ description: 'Other names that its sources use for it: abbreviations, titles, former names.' }),
    external_ids: z
      .array(ExternalId)
      .min(1)
      .optional()
      .meta({ description: 'Its names in other lists: the number of the specification, Wikidata.' }),
    kind: enumOf(mapKindTerms, 'Kind of system.'),
    ecosystem: Slug.meta({ description: 'Ecosystem; the same word as in the governance decision memory.' }),
    steward: Name.meta({ description: 'Who maintains it.' }),
    chains: z.array(KnownCaip2).meta({
      description:
        'Chains it is deployed on, test networks included; empty for a text. `contracts` and `chains_sources` show it.',
    }),
    chains_sources: z
      .array(Citation)
      .min(1)
      .optional()
      .meta({ description: 'Where the sources say that it is deployed on those chains.' }),
    other_networks: z.array(Name).min(1).optional().meta({ description: 'Networks without a CAIP-2 id.' }),
    chains_note: Sentence.optional().meta({ description: 'How to read `chains`.' }),
    evm_chain_id: z.int().min(1).optional().meta({ description: 'EVM chain id, if no CAIP-2 id was stated.' }),
    status: enumOf(deploymentStatusTerms, 'Whether it is deployed or a text only.'),
    status_detail: Sentence.optional().meta({ description: 'The status in words.' }),
    spec_status: enumOf(specStatusTerms, 'Status of its specification, separate from its deployment.').optional(),
    spec_url: WebAddress.optional().meta({ description: 'Address of its specification.' }),
    first_public: PartialDate.optional().meta({ description: 'When it was first public, as far as the sources show.' }),
    created_on: PartialDate.optional().meta({ description: 'Creation date that the specification states.' }),
    latest: z
      .strictObject({
        version: Name.meta({ description: 'The version.' }),
        date: PartialDate.meta({ description: 'Date of that version.' }),
      })
      .optional()
      .meta({ description: 'The latest version that was read.' }),
    layers: Layers,
    contracts: z.array(Deployment).min(1).optional().meta({ description: 'Contracts and programs that sources name.' }),
    license: SpdxExpression.optional().meta({ description: 'Licence (SPDX); absent when no licence file was found.' }),
    license_of: Name.optional().meta({ description: 'The part to which the licence applies.' }),
    related_decisions: z
      .array(Slug)
      .min(1)
      .optional()
      .meta({ description: 'Ids of decisions about it in the governance decision memory.' }),
    ...recordEnd,
    sources_moved_on: SourcesMovedOn,
  })
  .meta({
    id: schemaId('agent-accountability-map-record'),
    open: true,
    title: 'Accountability map record',
    description: 'A system and how far it covers each of eight layers of accountability.',
  });
export type MapRecord = z.infer<typeof MapRecord>;

/** A record as its file has it. */
const MapFile = MapRecord.omit({ sources_moved_on: true }).meta({ title: 'Map record, as its file has it' });

/** The names of the eight layers, in the order in which they are shown. */
export const layerNames = valuesOf(layerTerms);
type LayerName = (typeof layerNames)[number];

/** The layers that a system covers in some way. */
export const coveredBy = ({ layers }: MapRecord): LayerName[] =>
  layerNames.filter((name) => coveringLevels.includes(layers[name].level));

const levelCounts = countsOf(layerLevelTerms, 'Records at each level.');
const LayerCounts = z
  .object(Object.fromEntries(layerNames.map((name) => [name, levelCounts])) as Record<LayerName, typeof levelCounts>)
  .meta({ description: 'For each layer, the records at each level.' });

const checkLayers = ({ layers }: MapRecord): RuleProblem[] =>
  Object.entries(layers).flatMap(([name, layer]) => {
    const { level, mechanism, obligation } = layer;
    const facets = facetNames.filter((facet) => layer[facet] !== undefined && !coveringLevels.includes(level));
    return [
      ...problemIf(
        (level === 'none_found') !== (mechanism === undefined),
        ['layers', name, 'mechanism'],
        mechanism === undefined
          ? `missing; expected one sentence because the level is ${level}`
          : 'not allowed because the level is none_found; remove it',
      ),
      ...problemIf(
        level === 'native' && obligation === 'optional',
        ['layers', name, 'obligation'],
        'optional is not allowed because the level is native; expected required, or no obligation',
      ),
      ...facets.map((facet) => ({
        path: ['layers', name, facet],
        message: `not allowed because the level is ${level}; remove it`,
      })),
    ];
  });

const WHOLE_TEXT_EXPECTED = `expected "${WHOLE_TEXT}" of a source that was read whole, because the level is none_found`;

const checkLayerSources = ({ layers, sources }: MapRecord): RuleProblem[] => {
  const readWhole = new Set(
    sources.filter((one) => !one.excerpt_only && one.access !== 'cited_not_read').map(({ url }) => url),
  );
  return Object.entries(layers).flatMap(([name, { level, sources: cited = [] }]) => {
    const path = ['layers', name, 'sources'];
    return [
      ...problemIf(
        level !== 'unknown' && cited.length === 0,
        path,
        `missing; expected where this is read, because the level is ${level}: a source of the record and the place in it`,
      ),
      ...problemIf(
        level === 'none_found' &&
          cited.length > 0 &&
          !cited.some(({ url, locator }) => locator === WHOLE_TEXT && readWhole.has(url)),
        path,
        WHOLE_TEXT_EXPECTED,
      ),
      ...checkCitations(cited, sources, path),
    ];
  });
};

const checkChains = ({
  chains,
  chains_note,
  chains_sources = [],
  contracts = [],
  sources,
}: MapRecord): RuleProblem[] => [
  ...chains.flatMap((chain, at): RuleProblem[] => [
    ...problemIf(
      chains.indexOf(chain) < at,
      ['chains', at],
      'this chain is already in the list; expected each chain once',
    ),
    ...problemIf(
      chains_note === undefined && !contracts.some(({ network }) => network === chain),
      ['chains', at],
      'no contract is on this chain; expected one in contracts, or chains_note to say how it is deployed there',
    ),
  ]),
  ...problemIf(
    chains.length > 0 !== chains_sources.length > 0,
    ['chains_sources'],
    chains.length > 0
      ? 'missing; expected where the sources say that it is deployed on its chains'
      : 'is given without a chain; expected both',
  ),
  ...checkCitations(chains_sources, sources, ['chains_sources']),
];

const checkContract = (contract: NonNullable<MapRecord['contracts']>[number], at: number): RuleProblem[] => {
  const { network, network_name, caip10 } = contract;
  return [
    ...problemIf(
      (network === undefined) === (network_name === undefined),
      ['contracts', at],
      'expected either network (CAIP-2) or network_name',
    ),
    ...(caip10 === undefined
      ? []
      : [...checkSameChain(caip10, network), ...checkAccount(caip10)].map((message) => ({
          path: ['contracts', at, 'caip10'],
          message,
        }))),
  ];
};

/** The rules for a map record that its schema cannot express. */
const checkMapRecord = (record: MapRecord): RuleProblem[] => [
  ...checkAnyRecord(record),
  ...checkLayers(record),
  ...checkLayerSources(record),
  ...checkChains(record),
  ...(record.contracts ?? []).flatMap(checkContract),
  ...problemIf(
    record.license_of !== undefined && record.license === undefined,
    ['license_of'],
    'is given without `license`; expected both',
  ),
];

/** The cross-chain agent accountability map (SPEC.md §6.1). */
export const accountabilityMap = defineDataset({
  id: 'agent-accountability-map',
  title: 'Cross-chain agent accountability map',
  shortTitle: 'Accountability map',
  label: 'Systems',
  noun: 'system',
  description: `Standards, registries, protocols and services that make software agents accountable, and how far each covers eight layers: identity, authority, receipts, anchoring, escrow and payment, dispute, reputation and revocation. “None found” means not found in what was read. ${READ_BY_EDITION}`,
  record: MapRecord,
  file: MapFile,
  derived: ['sources_moved_on'],
  nameOf: ({ name }) => name,
  aboutOf: ({ kind, steward }) => `${mapKindTerms[kind].label}, maintained by ${steward}`,
  wordsOf: coveredBy,
  counts: {
    by_kind: countsOf(mapKindTerms, 'Records of each kind.'),
    by_status: countsOf(deploymentStatusTerms, 'Records of each status.'),
    by_layer: LayerCounts,
  },
  countRecords: (records) => ({
    by_kind: countPicked(mapKindTerms, records, ({ kind }) => kind),
    by_status: countPicked(deploymentStatusTerms, records, ({ status }) => status),
    by_layer: Object.fromEntries(
      layerNames.map((name) => [name, countPicked(layerLevelTerms, records, ({ layers }) => layers[name].level)]),
    ) as z.infer<typeof LayerCounts>,
  }),
  compare: byId,
  checkRecord: checkMapRecord,
  links: [
    {
      member: 'related_decisions',
      target: 'governance-decision-memory',
      label: 'Decisions about it',
      inverse: 'related_systems',
    },
  ],
  tables: [
    {
      name: 'layers',
      member: 'layers',
      each: 'layer',
      description: 'The eight layers of the systems, one a row.',
      citations: {
        name: 'layer_citations',
        member: 'sources',
        each: 'position',
        description: 'The places in sources that layers rest on, one a row.',
      },
    },
    { name: 'chains', member: 'chains', value: 'chain', description: 'The chains of the systems, one a row.' },
    { name: 'contracts', member: 'contracts', description: 'The contracts that sources name, one a row.' },
    { name: 'external_ids', member: 'external_ids', description: 'The names in other lists, one a row.' },
  ],
  use: 'See which of eight layers a standard or product covers, and in which sentence, before you build on it.',
});
export type MapDocument = z.infer<typeof accountabilityMap.document>;
