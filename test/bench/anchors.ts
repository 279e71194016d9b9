import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simulatedAccount } from '../../src/devnet/account.ts';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { openDatabase } from '../../src/storage/database.ts';
import setup from '../support/build.ts';
import { call } from '../support/call.ts';
import { newFolder, startServer } from '../support/server.ts';
import { inTurn, ratio } from './load.ts';
import { atLeast, type Line, rate } from './report.ts';

const ROUNDS = 3;
const load = { seconds: 4, connections: 32 } as const;
const STORED = 100_000;
const ASKED = 2_000;

const hashOf = (number: number): string => sha256Hex(`a stored receipt, number ${number}`);

/** A store with anchors that were made elsewhere and found on the chain: those do not touch the budget. */
const fillStore = async (filename: string): Promise<void> => {
  const db = await openDatabase({ kind: 'sqlite', filename });
  const at = '2026-01-01T00:00:00.000Z';
  const { address: sender } = simulatedAccount('bench', 1, 0n);
  const { name: network, genesisBlock } = networkOfSetting('testnet');
  const rows = Array.from({ length: STORED }, (_, number) => ({
    receipt_hash: hashOf(number),
    origin: 'imported',
    state: 'finalized',
    seen_finalized: true,
    network,
    genesis_block: genesisBlock,
    reserved_microccd: 0,
    charged_microccd: 0,
    energy_used: 529,
    transaction_hash: sha256Hex(`transaction ${number}`),
    sender,
    block_hash: sha256Hex(`block ${number}`),
    claimed_at: at,
    settled_at: at,
    checked_at: at,
  }));
  await db.knex.batchInsert('anchors', rows, 500);
  await db.close();
};

/** Look-ups by hash, spread over a large store, against the server's own ceiling. */
export const benchAnchors = async (): Promise<Line[]> => {
  await setup();
  const folder = await newFolder();
  const store = join(folder, 'service.db');
  await fillStore(store);
  const pathsFile = join(folder, 'paths.json');
  const paths = Array.from(
    { length: ASKED },
    (_, at) => `/api/agent-acceptance-kit/anchors/${hashOf((at * 7_919) % STORED)}`,
  );
  await writeFile(pathsFile, JSON.stringify(paths));
  const server = await startServer({ LOG_LEVEL: 'info', DATABASE_URL: `file:${store}` });
  try {
    if ((await call(server.url + paths[1]!)).status !== 200) throw new Error('a stored anchor is not found');
    const refused = JSON.stringify({ kind: 'questiom', body: 'A request of a usual length. '.repeat(14) });
    const { lookups, ceiling } = await inTurn(ROUNDS, {
      lookups: { ...load, url: server.url, pathsFile },
      ceiling: { ...load, url: `${server.url}/api/intake`, body: refused },
    });
    if (lookups.refused > 0 || ceiling.ok > 0) throw new Error('the load was not answered as planned');
    return [
      atLeast(
        `look-ups among ${STORED} anchors / refused intake requests`,
        ratio(lookups, ceiling),
        0.6,
        `${rate(lookups.perSecond)} / ${rate(ceiling.perSecond)}`,
      ),
    ];
  } finally {
    await server.stop();
  }
};
