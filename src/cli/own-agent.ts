import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_FILE } from '../dataset-files/check-agent.ts';
import { checkKeysFile, KEYS_FILE } from '../dataset-files/check-keys.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { checkYamlFile } from '../dataset-files/yaml-file.ts';
import { AgentFacts } from '../domain/agent/agent.ts';
import { partsOfCaip10 } from '../domain/chains/caip.ts';
import { findExpectedChain } from '../domain/chains/known-chains.ts';
import type { PublicKey } from '../domain/keys/public-key.ts';
import { type DecisionReceipt, isDemonstration } from '../domain/receipts/decision-receipt.ts';
import { CommandError } from './terminal.ts';

/** The agent of the project as a receipt names it: its name, and its account where a registration is claimed. */
export interface OwnAgent {
  readonly name: string;
  readonly account: string | undefined;
}

/** The agent in the file under this folder; undefined without a file that can be read, which the build reports. */
export const findOwnAgent = (root: string): OwnAgent | undefined => {
  const path = join(root, AGENT_FILE);
  if (!existsSync(path)) return undefined;
  const { value } = checkYamlFile(AgentFacts, AGENT_FILE, readFileSync(path, 'utf8'));
  return value && { name: value.name, account: value.registration?.account };
};

/** What of the agent of a receipt is not that of the project, or not known. A made-up receipt may name anybody. */
export const foreignAgentDifferences = (receipt: DecisionReceipt, own: OwnAgent | undefined): string[] => {
  if (own === undefined || isDemonstration(receipt)) return [];
  const { name, account } = receipt.agent;
  const expectedChain = findExpectedChain(partsOfCaip10(account).chain);
  return [
    ...(name === own.name ? [] : [`agent.name differs from name in ${AGENT_FILE}`]),
    ...(own.account === undefined || account === own.account
      ? []
      : [`agent.account differs from registration.account in ${AGENT_FILE}`]),
    ...(expectedChain === undefined ? [] : [`agent.account names an unknown chain; ${expectedChain}`]),
  ];
};

/**
 * The list of public keys under this folder: its text and its keys; without the file it is empty.
 * @param root folder that holds `datasets/`.
 * @throws CommandError when it has problems.
 */
export const readListedKeys = (root: string): { text: string; keys: readonly PublicKey[] } => {
  const path = join(root, KEYS_FILE);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : 'keys: []\n';
  const { keys, problems } = checkKeysFile({ [KEYS_FILE]: text });
  if (problems.length > 0) throw new CommandError(`${problemReport(problems)}\nFix these first.`);
  return { text, keys };
};
