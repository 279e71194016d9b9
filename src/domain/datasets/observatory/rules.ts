import { checkAccount, checkAsset, checkSameChain } from '../../chains/address-rules.ts';
import { partsOfCaip10, partsOfCaip19 } from '../../chains/caip.ts';
import { findTokenOfBadge } from '../../chains/concordium-reference.ts';
import { findExpectedChain } from '../../chains/known-caip.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { findMeantWord } from '../../vocabulary/nearest-word.ts';
import { checkAnyRecord } from '../record/rules.ts';
import { type CheckTerm, checkTerms, findCheck } from './check-terms.ts';
import { checkReads } from './contract-read.ts';
import { checkAsked } from './endpoint.ts';
import type { Identity } from './identity.ts';
import type { ObservatoryFile } from './record.ts';
import { checkRuns } from './run-rules.ts';

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

const checkNamed = ({ check }: FileCheck, at: number): RuleProblem[] => {
  const renamed = Object.entries(checkTerms).find(([, { formerly }]: [string, CheckTerm]) => formerly?.includes(check));
  const meant = findMeantWord(check, Object.keys(checkTerms));
  const instead = renamed
    ? `, where it is now, "${renamed[0]}"`
    : meant === undefined
      ? ''
      : `, for instance the nearest one, "${meant}"`;
  return problemIf(
    findCheck(check) === undefined,
    ['verifiable', at, 'check'],
    `"${check}" is not a known check; expected a name of the table in datasets/README.md${instead}`,
  );
};

const checkContractReads = (
  { check, reads = [] }: FileCheck,
  sources: readonly string[],
  at: number,
): RuleProblem[] => [
  ...problemIf(
    reads.length > 0 && check !== 'contract_state',
    ['verifiable', at, 'reads'],
    `not allowed for ${check}; only contract_state has reads`,
  ),
  ...checkReads(reads, sources, ['verifiable', at, 'reads']),
];

const checkStated = ({ verifiable, sources }: ObservatoryFile): RuleProblem[] => {
  const addresses = sources.map(({ url }) => url);
  return verifiable.flatMap((stated, at) => [
    ...checkAsked(stated, addresses, ['verifiable', at]),
    ...checkContractReads(stated, addresses, at),
  ]);
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
