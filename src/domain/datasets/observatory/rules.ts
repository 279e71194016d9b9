import { checkAccount, checkAsset, checkSameChain } from '../../chains/address-rules.ts';
import { partsOfCaip19 } from '../../chains/caip.ts';
import { findTokenOfBadge } from '../../chains/concordium-reference.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/rule-problem.ts';
import { valuesOf } from '../../vocabulary/terms.ts';
import { checkAnyRecord } from '../record/rules.ts';
import type { ObservatoryRecord } from './record.ts';
import { verificationLevelTerms } from './terms.ts';

type Identity = ObservatoryRecord['identity'][number];

const checkToken = ({ asset_id, agent_ref, contract }: Identity): string[] => {
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
  ];
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
    ...problems('registry', checkAccount),
    ...problems('account', checkAccount),
    ...problems('asset_id', (asset) => [...checkAsset(asset), ...checkToken(identity)]),
  ];
};

const checkResult = ({ result, by, on }: ObservatoryRecord['verifiable'][number], at: number): RuleProblem[] => {
  const wasRun = result === 'pass' || result === 'fail';
  return (['by', 'on'] as const).flatMap((member) =>
    problemIf(
      ({ by, on }[member] === undefined) === wasRun,
      ['verifiable', at, member],
      wasRun
        ? `missing; required because the result is ${result}`
        : `not allowed because the result is ${result}; remove \`${member}\``,
    ),
  );
};

const levels = valuesOf(verificationLevelTerms);

const checkLevel = ({ verification_level, verifiable }: ObservatoryRecord): RuleProblem[] =>
  problemIf(
    levels.indexOf(verification_level) > levels.indexOf('documented_by_registry_operator') &&
      !verifiable.some(({ result, on }) => result === 'pass' && on !== undefined),
    ['verification_level'],
    `${verification_level} needs at least one check with the result pass and its day; expected such a check or a lower level`,
  );

/**
 * The rules for an observatory record that its schema cannot express: identifiers agree with each other and
 * have valid checksums, results have their day, and the level is not above what a check supports.
 */
export const checkObservatoryRecord = (record: ObservatoryRecord): RuleProblem[] => [
  ...checkAnyRecord(record),
  ...record.identity.flatMap(checkIdentity),
  ...record.verifiable.flatMap(checkResult),
  ...checkLevel(record),
  ...problemIf(
    record.agent_card?.hash_alg === undefined &&
      (record.agent_card?.hash_anchored === true || record.agent_card?.hash !== undefined),
    ['agent_card', 'hash_alg'],
    'missing; expected the algorithm of the hash of the card',
  ),
];
