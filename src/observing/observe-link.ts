import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import { match, unread } from '../domain/observation/judge-document.ts';
import { isSameOwner } from '../domain/observation/judge-registry.ts';
import type { CheckOutcome } from '../domain/observation/observation.ts';
import { countEntries, type RegistryTarget } from '../domain/observation/observation-targets.ts';
import type { RegistryLook } from './observe-chain.ts';
import type { ObserverTools } from './observe-document.ts';

/** Why one address on several chains may be of several controllers; undefined where one key controls it on each. */
const doubtOf = async (
  owner: string,
  chains: readonly string[],
  { contracts }: ObserverTools,
): Promise<CheckOutcome | undefined> => {
  for (const chain of chains) {
    const answer = await contracts?.(chain, owner);
    if (answer === undefined) return unread('linked', 'no_reader');
    if (!answer.read) return unread('linked', answer.reason);
    if (answer.state.has_code) return unread('linked', 'contract_account');
  }
  return undefined;
};

/**
 * Whether one account owns every registry entry of a record, added to the look at the last of them. On several chains it must be
 * an account without code: a contract at one address can have another controller on each. Different owners are no
 * mismatch, since files or a signature of both can link them.
 */
export const withLink = async (
  { verifiable }: ObservatoryRecord,
  targets: readonly RegistryTarget[],
  looks: readonly RegistryLook[],
  tools: ObserverTools,
): Promise<RegistryLook[]> => {
  const owners = looks.flatMap(({ look: { entry } }) => (entry?.owner === undefined ? [] : [entry.owner]));
  const [owner] = owners;
  const last = looks.at(-1);
  const isAsked = verifiable.some(({ check }) => check === 'linked_control');
  if (
    !isAsked ||
    countEntries(targets) < 2 ||
    owner === undefined ||
    last === undefined ||
    owners.length < looks.length
  ) {
    return [...looks];
  }
  const chains = [...new Set(targets.map(({ chainId }) => chainId))];
  const { network, block } = last.look.checks[0] ?? {};
  const outcome = owners.every((one) => isSameOwner(one, owner))
    ? ((chains.length > 1 ? await doubtOf(owner, chains, tools) : undefined) ?? match('linked'))
    : unread('linked', 'other_owner');
  const where = { ...(network === undefined ? {} : { network }), ...(block === undefined ? {} : { block }) };
  const look = { ...last.look, checks: [...last.look.checks, { ...outcome, ...where }] };
  return [...looks.slice(0, -1), { ...last, look }];
};
