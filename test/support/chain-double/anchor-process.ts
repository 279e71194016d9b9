/**
 * A service process for tests: anchors the hashes of its job, says how each call ended, and dies by
 * SIGKILL at the step that the job names. During the sending it waits to be killed from outside.
 */
import { randomBytes } from 'node:crypto';
import { openConcordium } from '../../../src/chain/concordium.ts';
import { networkOfGenesis } from '../../../src/domain/chains/network.ts';
import { isServiceError } from '../../../src/domain/vocabulary/errors.ts';
import { anchoring } from '../../../src/services/anchoring/anchoring.ts';
import { anchorStore } from '../../../src/storage/anchors.ts';
import { openDatabase } from '../../../src/storage/database.ts';

interface Job {
  readonly databaseFile: string;
  readonly walletFile: string;
  readonly url: string;
  readonly genesisBlock: string;
  readonly hashes: readonly string[];
  /** Calls for each hash, all at once. */
  readonly calls: number;
  readonly dieAt?: string;
  /** Milliseconds by which its clock is ahead. */
  readonly ahead: number;
}

const job = JSON.parse(process.argv[2]!) as Job;
const database = await openDatabase({ kind: 'sqlite', filename: job.databaseFile });
const network = networkOfGenesis(job.genesisBlock);
const service = anchoring({
  ledger: anchorStore(database, network.genesisBlock),
  chain: openConcordium({ url: new URL(job.url), network, walletFile: job.walletFile }),
  network,
  walletConfigured: true,
  adminTokenSet: true,
  liveAllowed: true,
  siteUrl: 'http://localhost:4321',
  holder: randomBytes(8).toString('hex'),
  now: () => new Date(Date.now() + job.ahead),
  pace: { active: 20, patient: 100, idle: 100, lease: 30_000 },
  log: (event, facts) => process.stderr.write(`${JSON.stringify({ event, ...facts })}\n`),
  onStep: (step) => {
    if (step !== job.dieAt) return;
    if (step === 'during-send') return new Promise<void>(() => {});
    process.kill(process.pid, 'SIGKILL');
    return new Promise<void>(() => {});
  },
});
// The watcher keeps no process alive by itself.
const alive = setInterval(() => {}, 1_000);
const calls = job.hashes.flatMap((hash) => Array.from({ length: job.calls }, () => hash));
await Promise.all(
  calls.map(async (hash) => {
    const said = await service.anchor(hash, 20_000).then(
      ({ outcome, record }) => ({ hash, outcome, state: record.state }),
      (failure: unknown) => ({
        hash,
        outcome: isServiceError(failure) ? failure.code : `failure: ${String(failure)}`,
        state: null,
      }),
    );
    process.stdout.write(`${JSON.stringify(said)}\n`);
  }),
);
await service.stop();
await database.close();
clearInterval(alive);
