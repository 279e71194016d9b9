import type { ContractRead } from '../datasets/observatory/contract-read.ts';
import type { Timestamp } from '../vocabulary/timestamp.ts';
import type { ContractAnswer, ContractState } from './contract-state.ts';
import type { ContractTarget } from './contract-targets.ts';
import { match, matchIf, neverChecked, unread } from './judge-document.ts';
import type { CheckOutcome, Look } from './observation.ts';

const judgeAnswer = (
  { code_sha256: codeSha256, answer }: ContractState,
  read: ContractRead | undefined,
): CheckOutcome => {
  if (read === undefined) return neverChecked('answer', 'nothing_to_compare');
  if (read.code_sha256 !== undefined) return matchIf(codeSha256 === read.code_sha256, 'answer', 'other_code');
  if (answer === undefined) return matchIf(false, 'answer', 'no_answer');
  if (read.any_answer) return match('answer');
  if (read.at_least !== undefined && !/^\d{1,78}$/.test(answer)) return matchIf(false, 'answer', 'no_answer');
  return matchIf(
    read.at_least === undefined ? answer === read.answer : BigInt(answer) >= BigInt(read.at_least),
    'answer',
    'other_answer',
  );
};

/** Compares a contract with what the record states about it. Where no code stands, there is no answer to compare. */
export const judgeContract = (answer: ContractAnswer, { chainId, read }: ContractTarget, at: Timestamp): Look => {
  if (!answer.read) return { at, checks: [unread('code', answer.reason)] };
  const { state, block } = answer;
  const checks = [matchIf(state.has_code, 'code', 'no_code'), ...(state.has_code ? [judgeAnswer(state, read)] : [])];
  return { at, checks: checks.map((check) => ({ ...check, network: chainId, block })), contract: state };
};
