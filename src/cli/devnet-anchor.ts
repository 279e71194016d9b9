import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildEnvironment, configFromEnvironment } from '../config.ts';
import { type ReceiptIndex, receiptPaths } from '../domain/receipts/published-receipt.ts';
import { previewPages } from '../domain/vocabulary/service.ts';

/** How often the service is asked whether it is there: it may have to be built first. */
const ASK_MS = 250;

/**
 * Starts the service on a simulated chain, with a store of its own, and anchors the first receipt that it publishes.
 * @param settings of the chain, by their names in the environment.
 * @param folder for the store.
 * @returns what to tell people. The service ends with this process.
 * @throws Error when the service does not start, or does not anchor the receipt.
 */
export const anchorOnce = async (settings: Readonly<Record<string, string>>, folder: string): Promise<string> => {
  const token = randomBytes(32).toString('hex');
  const own = {
    DATABASE_URL: `file:${join(folder, 'service.db')}`,
    ADMIN_TOKEN_SHA256: createHash('sha256').update(token).digest('hex'),
  };
  const { port } = configFromEnvironment();
  const at = `http://127.0.0.1:${port}`;
  const isThere = (): Promise<boolean> =>
    fetch(`${at}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  if (await isThere()) throw new Error(`a service runs at ${at} already: stop it, or set PORT`);
  const service = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    env: { LOG_LEVEL: 'warn', ...buildEnvironment(), ...settings, ...own },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => service.kill());
  while (!(await isThere())) {
    if (service.exitCode !== null) throw new Error('the service did not start; see what it said above');
    await pause(ASK_MS);
  }
  const [first] = ((await (await fetch(at + receiptPaths.index)).json()) as ReceiptIndex).receipts;
  if (first === undefined) throw new Error('the service publishes no receipt that could be anchored');
  const hash = first.receipt_hash_sha256;
  const answer = await fetch(`${at}/api/agent-acceptance-kit/anchor-live`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, Prefer: 'wait=20' },
    body: `{"receipt":${await (await fetch(at + receiptPaths.document(hash))).text()}}`,
  });
  if (answer.status !== 201) throw new Error(`the receipt was not anchored: ${await answer.text()}`);
  return `Anchored on the simulation: the receipt ${hash}.
Its page:          ${at}${receiptPaths.page(hash)}
Its anchor:        ${at}${previewPages.anchor}?hash=${hash}
Its evidence pack: ${at}${receiptPaths.evidencePack(hash)}
The service runs until this stops; its store is in ${folder}.
`;
};
