import { z } from 'zod';
import { checkAccount, checkAsset, checkSameChain } from '../../chains/address-rules.ts';
import { partsOfCaip10, partsOfCaip19 } from '../../chains/caip.ts';
import { findTokenOfBadge } from '../../chains/concordium-reference.ts';
import { findExpectedChain } from '../../chains/known-chains.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { countPicked, countsOf } from '../../vocabulary/terms.ts';
import { byId, defineDataset } from '../record/dataset.ts';
import { checkAnyRecord } from '../record/rules.ts';
import { findCheck } from './check-terms.ts';
import { checkAsked } from './endpoint.ts';
import type { Identity } from './identity.ts';
import { ObservatoryFile, ObservatoryRecord } from './record.ts';
import { checkRuns } from './run-rules.ts';
import {
  checkResultTerms,
  identityMethodTerms,
  observationStateTerms,
  observatoryKindTerms,
  samplingSummary,
  verificationLevelTerms,
} from './terms.ts';

type FileCheck = ObservatoryFile['verifiable'][number];

const checkToken = ({ asset_id, agent_ref, contract, registry }: Identity): string[] => {
  if (asset_id === undefined) return [];
  const { standard, reference, tokenId } = partsOfCaip19(asset_id);
  const badge = standard === 'cis-2' ? findTokenOfBadge(reference) : undefined;
  const token = badge?.tokenId ?? tokenId;
  return [
    ...(token !== undefined && agent_ref !== undefined && token !== agent_ref
      ? [`names token ${token}; expected the agent_ref given with it (${agent_ref})`]
      : []),
    ...(badge && contract && (badge.contract.index !== contract.index || badge.contract.subindex !== contract.subindex)
      ? [`names contract <${badge.contract.index},${badge.contract.subindex}>; expected the contract given with it`]
      : []),
    // What is read is the entry of the registry, and the asset is the name that its results go by.
    ...(standard === 'erc721' &&
    registry !== undefined &&
    partsOfCaip10(registry).address.toLowerCase() !== reference.toLowerCase()
      ? [`names contract ${reference}; expected the registry given with it`]
      : []),
  ];
};

/** The chain of a reference that is written after the manner of CAIP without being of its form. */
const checkReference = ({ method, value }: Identity, at: number): RuleProblem[] => {
  const chain = method === 'caip-style-reference' ? value && /^[^:/]+:[^:/]+/.exec(value)?.[0] : undefined;
  const expected = chain && findExpectedChain(chain);
  return expected ? [{ path: ['identity', at, 'value'], message: `is on "${chain}"; ${expected}` }] : [];
};

const checkIdentity = (identity: Identity, at: number): RuleProblem[] => {
  const { chain_id, contract } = identity;
  const problems = (member: 'registry' | 'account' | 'asset_id', check: (value: string) => string[]) => {
    const value = identity[member];
    const messages = value === undefined ? [] : [...checkSameChain(value, chain_id), ...check(value)];
    return messages.map((message): RuleProblem => ({ path: ['identity', at, member], message }));
  };
  return [
    ...problemIf(
      contract !== undefined && !chain_id?.startsWith('ccd:'),
      ['identity', at, 'contract'],
      '<index,subindex> is a contract on Concordium; expected a ccd chain_id with it',
    ),
    ...checkReference(identity, at),
    ...problems('registry', checkAccount),
    ...problems('account', checkAccount),
    ...problems('asset_id', (asset) => [...checkAsset(asset), ...checkToken(identity)]),
  ];
};

const checkNamed = ({ check }: FileCheck, at: number): RuleProblem[] =>
  problemIf(
    findCheck(check) === undefined,
    ['verifiable', at, 'check'],
    `"${check}" is not a known check; expected a name of the table in datasets/README.md`,
  );

const checkStated = ({ verifiable, sources }: ObservatoryFile): RuleProblem[] => {
  const addresses = sources.map(({ url }) => url);
  return verifiable.flatMap((stated, at) => checkAsked(stated, addresses, ['verifiable', at]));
};

const checkOnce = ({ verifiable }: ObservatoryFile): RuleProblem[] =>
  verifiable.flatMap(({ check }, at) =>
    problemIf(
      verifiable.findIndex((other) => other.check === check) < at,
      ['verifiable', at, 'check'],
      `${check} is already in the list; expected each check once`,
    ),
  );

/**
 * The rules for an observatory record that its schema cannot express: identifiers agree with each other and
 * have valid checksums, checks have names of the vocabulary, results have their day and, where a chain was read, the
 * block of a chain that the record names, and what contracts, endpoints and indexes should answer is complete.
 */
export const checkObservatoryRecord = (record: ObservatoryFile): RuleProblem[] => [
  ...checkAnyRecord(record),
  ...record.identity.flatMap(checkIdentity),
  ...record.verifiable.flatMap(checkNamed),
  ...checkRuns(record),
  ...checkStated(record),
  ...checkOnce(record),
  ...problemIf(
    record.agent_card?.hash_alg === undefined &&
      (record.agent_card?.hash_anchored === true || record.agent_card?.hash !== undefined),
    ['agent_card', 'hash_alg'],
    'missing; expected the algorithm of the hash of the card',
  ),
];

const counter = (description: string) => z.int().min(0).meta({ description });

/** The verified-agent observatory (SPEC.md §6.1). */
export const observatory = defineDataset({
  id: 'verified-agent-observatory',
  title: 'Verified-agent observatory',
  shortTitle: 'Verified-agent observatory',
  label: 'Agents',
  noun: 'record',
  description: `Agents, services and registries that claim an identity others can check: what each claims, under which identities, which checks would confirm it, and which of them were run. Being listed here is no verification: the level and the checks of a record say how far it goes. ${samplingSummary}`,
  record: ObservatoryRecord,
  file: ObservatoryFile,
  derived: ['verification_level', 'verification_basis', 'sources_moved_on'],
  nameOf: ({ name }) => name,
  aboutOf: ({ kind, operator }) =>
    `${observatoryKindTerms[kind].label}${operator.name === undefined ? '' : `, by ${operator.name}`}`,
  counts: {
    by_kind: countsOf(observatoryKindTerms, 'Records of each kind.'),
    by_verification_level: countsOf(verificationLevelTerms, 'Records at each level.'),
    by_state: countsOf(observationStateTerms, 'Records in each observed state.'),
    by_identity_method: countsOf(identityMethodTerms, 'Records that have an identity of each method.'),
    with_anchored_card: counter('Records whose agent card is stated to be anchored by its hash.'),
    offering_receipts: counter('Records that offer receipts.'),
    by_check_result: countsOf(checkResultTerms, 'Checks with each result, over all records.'),
  },
  countRecords: (records) => ({
    by_kind: countPicked(observatoryKindTerms, records, ({ kind }) => kind),
    by_verification_level: countPicked(verificationLevelTerms, records, ({ verification_level }) => verification_level),
    by_state: countPicked(observationStateTerms, records, ({ observation }) => observation.state),
    by_identity_method: countPicked(identityMethodTerms, records, ({ identity }) => [
      ...new Set(identity.map(({ method }) => method)),
    ]),
    with_anchored_card: records.filter(({ agent_card }) => agent_card?.hash_anchored).length,
    offering_receipts: records.filter(({ receipts }) => receipts?.offered).length,
    by_check_result: countPicked(checkResultTerms, records, ({ verifiable }) => verifiable.map(({ result }) => result)),
  }),
  compare: byId,
  checkRecord: checkObservatoryRecord,
  links: [
    {
      member: 'related_systems',
      target: 'agent-accountability-map',
      label: 'On the map',
      labelBack: 'In the observatory',
    },
  ],
  tables: [
    { name: 'identities', member: 'identity', description: 'The identities, one a row.' },
    { name: 'checks', member: 'verifiable', description: 'Checks and their results, one a row.' },
  ],
  use: 'See what the identity of an agent rests on, and what of it was checked, before you rely on it.',
});

/** The description of the observatory; until a check passes, it begins with that. */
export const describedObservatory = ({ counts, description }: z.infer<typeof observatory.document>): string =>
  `${counts.by_check_result.pass > 0 ? '' : 'No check has passed. '}${description}`;
