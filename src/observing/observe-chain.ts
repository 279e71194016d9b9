import type { ContractTarget } from '../domain/observation/contract-targets.ts';
import { judgeContract } from '../domain/observation/judge-contract.ts';
import { judgeRegistryEntry } from '../domain/observation/judge-registry.ts';
import { judgeTransaction } from '../domain/observation/judge-transaction.ts';
import type { Look, NewLook } from '../domain/observation/observation.ts';
import type { RegistryTarget, TransactionTarget } from '../domain/observation/observation-targets.ts';
import type { ObserverTools } from './observe-document.ts';

/** The result of a look that nothing was configured for. */
export const NO_READER = { result: 'never_checked', reason: 'no_reader' } as const;

/** A look at the entry of a registry. */
export interface RegistryLook extends NewLook {
  /** The whole address of the card in the registry; what is kept of it may be cut. */
  readonly registered?: string | undefined;
}

/** Reads the entry of an agent in its registry and compares it with the record. */
export const lookAtRegistry = async (
  target: RegistryTarget,
  cardAddress: string | undefined,
  { registry, now }: ObserverTools,
): Promise<RegistryLook> => {
  const { address } = target;
  const answer = await registry?.agentOf(target.chainId, target.contract, target.tokenId);
  if (answer === undefined || (!answer.read && answer.reason === 'no_reader')) {
    const look: Look = { at: now().toISOString(), checks: [{ check: 'registry', ...NO_READER }] };
    return { target: 'registry_entry', address, look, untried: true };
  }
  const look = judgeRegistryEntry(answer, target, cardAddress, now().toISOString());
  return {
    target: 'registry_entry',
    address,
    look,
    untried: !answer.read && answer.reason === 'other_network',
    registered: answer.read ? answer.agent?.cardAddress : undefined,
  };
};

/** Reads a transaction that a record names. */
export const lookAtTransaction = async (
  { address, chainId, hash }: TransactionTarget,
  { transactions, now }: ObserverTools,
): Promise<NewLook> => {
  const answer = await transactions?.(chainId, hash);
  if (answer === undefined || (!answer.read && answer.reason === 'no_reader')) {
    const look: Look = { at: now().toISOString(), checks: [{ check: 'transaction', ...NO_READER }] };
    return { target: 'transaction', address, look, untried: true };
  }
  const look = judgeTransaction(answer, chainId, now().toISOString());
  return { target: 'transaction', address, look, untried: !answer.read && answer.reason === 'other_network' };
};

/** Reads a contract that a record names, or one function of it. */
export const lookAtContract = async (target: ContractTarget, { contracts, now }: ObserverTools): Promise<NewLook> => {
  const answer = await contracts?.(target.chainId, target.contract, target.read);
  const { address } = target;
  if (answer === undefined || (!answer.read && answer.reason === 'no_reader')) {
    const look: Look = { at: now().toISOString(), checks: [{ check: 'code', ...NO_READER }] };
    return { target: 'contract', address, look, untried: true };
  }
  const look = judgeContract(answer, target, now().toISOString());
  return { target: 'contract', address, look, untried: !answer.read && answer.reason === 'other_network' };
};
