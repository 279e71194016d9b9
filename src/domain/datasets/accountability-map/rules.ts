import { checkAccount, checkSameChain } from '../../chains/address-rules.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { checkCitations, WHOLE_TEXT } from '../record/citation.ts';
import { checkAnyRecord } from '../record/rules.ts';
import type { MapRecord } from './record.ts';

const checkLayers = ({ layers }: MapRecord): RuleProblem[] =>
  Object.entries(layers).flatMap(([name, { level, mechanism }]) =>
    problemIf(
      (level === 'none_found') !== (mechanism === undefined),
      ['layers', name, 'mechanism'],
      mechanism === undefined
        ? `missing; expected one sentence because the level is ${level}`
        : 'not allowed because the level is none_found; remove it',
    ),
  );

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
export const checkMapRecord = (record: MapRecord): RuleProblem[] => [
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
