import { checkAccount, checkAsset, checkSameChain } from '../../chains/address-rules.ts';
import { partsOfCaip19 } from '../../chains/caip.ts';
import { findTokenOfBadge } from '../../chains/concordium-reference.ts';
import type { RuleProblem } from '../../vocabulary/rule-problem.ts';
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
  const problems = (member: keyof Identity, messages: string[]) =>
    messages.map((message): RuleProblem => ({ path: ['identity', at, member], message }));
  const { chain_id, registry, asset_id, account, contract } = identity;
  return [
    ...(contract !== undefined && !chain_id?.startsWith('ccd:')
      ? problems('contract', ['<index,subindex> is a contract on Concordium; expected a ccd chain_id with it'])
      : []),
    ...(registry === undefined
      ? []
      : problems('registry', [...checkSameChain(registry, chain_id), ...checkAccount(registry)])),
    ...(account === undefined
      ? []
      : problems('account', [...checkSameChain(account, chain_id), ...checkAccount(account)])),
    ...(asset_id === undefined
      ? []
      : problems('asset_id', [
          ...checkSameChain(asset_id, chain_id),
          ...checkAsset(asset_id),
          ...checkToken(identity),
        ])),
  ];
};

const checkResult = ({ result, by, on }: ObservatoryRecord['verifiable'][number], at: number): RuleProblem[] => {
  const wasRun = result === 'pass' || result === 'fail';
  return (['by', 'on'] as const).flatMap((member): RuleProblem[] =>
    (({ by, on })[member] === undefined) === !wasRun
      ? []
      : [
          {
            path: ['verifiable', at, member],
            message: wasRun
              ? `missing; required because the result is ${result}`
              : `not allowed because the result is ${result}; remove \`${member}\``,
          },
        ],
  );
};

const levels = valuesOf(verificationLevelTerms);

const checkLevel = ({ verification_level, verifiable }: ObservatoryRecord): RuleProblem[] =>
  levels.indexOf(verification_level) <= levels.indexOf('documented_by_registry_operator') ||
  verifiable.some(({ result, on }) => result === 'pass' && on !== undefined)
    ? []
    : [
        {
          path: ['verification_level'],
          message: `${verification_level} needs at least one check with the result pass and its day; expected such a check or a lower level`,
        },
      ];

/**
 * The rules for an observatory record that its schema cannot express: identifiers agree with each other and
 * have valid checksums, results have their day, and the level is not above what a check supports.
 */
export const checkObservatoryRecord = (record: ObservatoryRecord): RuleProblem[] => [
  ...checkAnyRecord(record),
  ...record.identity.flatMap(checkIdentity),
  ...record.verifiable.flatMap(checkResult),
  ...checkLevel(record),
  ...((record.agent_card?.hash_anchored || record.agent_card?.hash !== undefined) &&
  record.agent_card.hash_alg === undefined
    ? [{ path: ['agent_card', 'hash_alg'], message: 'missing; expected the algorithm of the hash of the card' }]
    : []),
];
