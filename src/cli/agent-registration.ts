import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { checkDatasets } from '../dataset-files/check.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-texts.ts';
import {
  findRegisteredCard,
  hashLine,
  REGISTERED_CARD_FILE,
  REGISTERED_HASH_FILE,
} from '../dataset-files/registered-card.ts';
import { buildRegisteredCard, REGISTERED_CARD_PATH, RegisteredCard } from '../domain/agent/registered-card.ts';
import { partsOfCaip10 } from '../domain/chains/caip.ts';
import { checkedText } from '../domain/json/document-text.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import type { AgentRegistryReader } from '../domain/observation/agent-registry.ts';
import { observationReasonTerms } from '../domain/observation/observation-terms.ts';
import { INTERFACE_VERSION } from '../domain/vocabulary/service.ts';
import { documentFetcher } from '../observing/fetch-document.ts';
import { observeRegistration } from '../observing/observe-registration.ts';
import { writeDraft } from '../whole-file.ts';
import { columns, CommandError } from './terminal.ts';

export interface RegistrationOptions {
  readonly root: string;
  readonly siteUrl: string;
  /** Whether addresses of this machine may be frozen and asked, to try it out. */
  readonly allowLoopback: boolean;
}

const neededRegistration = (root: string) => {
  const { agent, problems } = checkDatasets(readDatasetTexts(root));
  if (agent === undefined || problems.length > 0)
    throw new CommandError(`${problemReport(problems)}\nFix these first.`);
  const { registration } = agent;
  if (registration === undefined)
    throw new CommandError(
      'datasets/agent.yaml claims no registration. Register the agent first; then npm run agent -- init --replace takes its account, registry and token.',
    );
  if (!registration.network.startsWith('ccd:'))
    throw new CommandError(
      `The registration is on ${registration.network}; a registered card is for registries on Concordium (CIS-8004).`,
    );
  return { agent, registration };
};

const cardBytes = ({ agent, registration }: ReturnType<typeof neededRegistration>, siteUrl: string): Buffer => {
  const declared = { summary: 'Registered agent card', schema: RegisteredCard };
  try {
    return Buffer.from(checkedText(declared, buildRegisteredCard(agent, registration, siteUrl)));
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
};

/** Freezes the card for the registry and says what the transaction has to contain. @throws CommandError; nothing was written then */
export const registerCard = async (options: RegistrationOptions, replace: boolean): Promise<void> => {
  const { root, siteUrl, allowLoopback } = options;
  if (!siteUrl.startsWith('https:') && !allowLoopback)
    throw new CommandError(
      `SITE_URL is ${siteUrl}; the card names the public address for good. Set SITE_URL to it, with https.`,
    );
  const needed = neededRegistration(root);
  const { registration } = needed;
  const bytes = cardBytes(needed, siteUrl);
  const sha256 = sha256Hex(bytes);
  const earlier = findRegisteredCard(root);
  if (earlier !== undefined && earlier.sha256 !== sha256 && !replace)
    throw new CommandError(
      `${REGISTERED_CARD_FILE} is frozen with the SHA-256 ${earlier.sha256}. To replace it, add --replace; the registry then needs the new hash. Nothing was written.`,
    );
  const card = await writeDraft(join(root, REGISTERED_CARD_FILE), bytes.toString());
  const hash = await writeDraft(join(root, REGISTERED_HASH_FILE), hashLine(sha256));
  await rename(card, join(root, REGISTERED_CARD_FILE));
  await rename(hash, join(root, REGISTERED_HASH_FILE));
  const facts = [
    ['network', registration.network],
    ['contract', `<${registration.registry.index},${registration.registry.subindex}>`],
    ['sender', partsOfCaip10(registration.account).address],
    ['token_id', registration.token_id],
    ['agent_uri', siteUrl + REGISTERED_CARD_PATH],
    ['metadata_hash', sha256],
  ];
  process.stdout.write(
    `Wrote ${REGISTERED_CARD_FILE} and ${REGISTERED_HASH_FILE}. Keep both unchanged: the build refuses other bytes.\n\nThe transaction to the registry has to contain:\n${columns(facts)}\n\nNext: publish the site first, so that the card is at its address, then send the transaction from your wallet. npm run agent -- check compares both.\n`,
  );
};

/**
 * Compares the registration on the chain with the frozen card and what is served.
 * @returns the exit code: 0 when everything matches, 2 with a mismatch, otherwise 3: something could not be compared.
 * @throws CommandError
 */
export const checkRegistration = async (
  options: RegistrationOptions,
  registry: AgentRegistryReader | undefined,
): Promise<number> => {
  const { root, siteUrl, allowLoopback } = options;
  const needed = neededRegistration(root);
  const { registration } = needed;
  const current = cardBytes(needed, siteUrl);
  let frozen;
  try {
    frozen = findRegisteredCard(root);
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
  if (frozen === undefined) throw new CommandError('No card is frozen. npm run agent -- register-card does that.');
  const checks = await observeRegistration(
    { registration, cardAddress: siteUrl + REGISTERED_CARD_PATH, frozen: frozen.bytes, current },
    {
      registry,
      now: () => new Date(),
      fetch: documentFetcher({
        userAgent: `AgentAccountabilityService/${INTERFACE_VERSION} (+${siteUrl}/agent)`,
        allowed: allowLoopback ? 'public_or_loopback' : 'public',
      }),
    },
  );
  const rows = checks.map(({ what, outcome: { result, reason } }) => [
    what,
    result,
    reason === undefined ? '' : `${reason}: ${observationReasonTerms[reason].meaning}`,
  ]);
  process.stdout.write(`${columns(rows)}\n`);
  if (checks.some(({ outcome }) => outcome.result === 'mismatch')) return 2;
  return checks.every(({ outcome }) => outcome.result === 'match') ? 0 : 3;
};
