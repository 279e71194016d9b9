import { join } from 'node:path';
import { checkDatasets } from '../dataset-files/check.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-files.ts';
import { findRegisteredCard, REGISTERED_CARD_FILE } from '../dataset-files/registered-card.ts';
import { buildRegisteredCard, registrationPaths } from '../domain/agent/registration.ts';
import { partsOfCaip10 } from '../domain/chains/caip.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import { replaceFile } from '../whole-file.ts';
import { columns, CommandError } from './terminal.ts';

/**
 * Freezes the card for the registry (CIS-8004) and says what the transaction has to contain.
 * @throws CommandError; nothing was written then
 */
export const registerCard = async (root: string, siteUrl: string, replace: boolean): Promise<void> => {
  if (!siteUrl.startsWith('https:'))
    throw new CommandError(
      `SITE_URL is ${siteUrl}; the card names the public address for good. Set SITE_URL to it, with https.`,
    );
  const { agent, problems } = checkDatasets(readDatasetTexts(root));
  if (agent === undefined || problems.length > 0)
    throw new CommandError(`${problemReport(problems)}\nFix these first.`);
  const { registration } = agent;
  if (!registration?.network.startsWith('ccd:'))
    throw new CommandError(
      'datasets/agent.yaml claims no registration on Concordium. Register the agent first; then npm run agent -- init --replace takes its account, registry and token.',
    );
  const text = `${JSON.stringify(buildRegisteredCard(agent, registration, siteUrl), null, 2)}\n`;
  const earlier = findRegisteredCard(root);
  if (earlier !== undefined && earlier.toString() !== text && !replace)
    throw new CommandError(
      `${REGISTERED_CARD_FILE} is frozen with the SHA-256 ${sha256Hex(earlier)}. To replace it, add --replace; the registry then needs the new hash. Nothing was written.`,
    );
  await replaceFile(join(root, REGISTERED_CARD_FILE), text);
  const facts = [
    ['network', registration.network],
    ['contract', `<${registration.registry.index},${registration.registry.subindex}>`],
    ['sender', partsOfCaip10(registration.account).address],
    ['token_id', registration.token_id],
    ['agent_uri', siteUrl + registrationPaths.card],
    ['metadata_hash', sha256Hex(text)],
  ];
  process.stdout.write(
    `Wrote ${REGISTERED_CARD_FILE}. Keep it unchanged: the registry will hold its hash.\n\nThe transaction to the registry has to contain:\n${columns(facts)}\n\nNext: publish the site, so that the card is at its address, then send the transaction from your wallet.\n`,
  );
};
