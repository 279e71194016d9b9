import { checkAccount, checkSameChain } from '../../chains/address-rules.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/rule-problem.ts';
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
  ...(record.contracts ?? []).flatMap(checkContract),
  ...record.chains.flatMap((chain, at) =>
    problemIf(
      record.chains.indexOf(chain) < at,
      ['chains', at],
      'this chain is already in the list; expected each chain once',
    ),
  ),
  ...problemIf(
    record.license_of !== undefined && record.license === undefined,
    ['license_of'],
    'is given without `license`; expected both',
  ),
];
