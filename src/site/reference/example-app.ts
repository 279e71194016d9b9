import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../app.ts';
import { parseConfig } from '../../config.ts';
import { networkOfSetting } from '../../domain/chains/network.ts';
import { sha256Hex } from '../../domain/json/hash.ts';
import { RANDOM_ID_BYTES, randomId } from '../../domain/vocabulary/identifier.ts';
import { INTERFACE_VERSION } from '../../domain/vocabulary/service.ts';
import { anchorStore } from '../../storage/anchors.ts';
import { openDatabase } from '../../storage/database.ts';
import { findBuiltText } from './built-documents.ts';
import { writeExampleKey } from './example-key.ts';

/** When everything in the examples happens: builds of the same sources give the same bytes. */
const EXAMPLE_TIME = `${INTERFACE_VERSION}T09:00:00.000Z`;

/** The token of the administrator of the examples, who anchors nothing. */
export const EXAMPLE_TOKEN = 'the-administrator-of-the-examples';

/** The hash whose anchor is read in an example. No transaction of it is on any chain. */
export const ANCHORED_HASH = sha256Hex('an anchored receipt for the examples');

const addAnchor = async (filename: string): Promise<void> => {
  const database = await openDatabase({ kind: 'sqlite', filename });
  await anchorStore(database).importAnchor({
    receiptHash: ANCHORED_HASH,
    network: 'testnet',
    genesisBlock: networkOfSetting('testnet').genesisBlock,
    transactionHash: sha256Hex('a transaction for the examples'),
    blockHash: null,
    sender: null,
    at: EXAMPLE_TIME,
    outcome: null,
  });
  await database.close();
};

/**
 * Runs the service as it is while a page is built, with a store in a folder of its own, and closes it again. The clock
 * stands still, ids are counted, and the key is a published one, so that every build makes the same answers.
 */
export const withExampleApp = async <Result>(use: (app: App) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'reference-examples-'));
  const [keyFile, store] = [join(folder, 'key.json'), join(folder, 'service.db')];
  await writeExampleKey(keyFile);
  await addAnchor(store);
  const config = parseConfig({
    SITE_URL: import.meta.env.SITE,
    DATABASE_URL: `file:${store}`,
    SERVICE_KEY_FILE: keyFile,
    ADMIN_TOKEN_SHA256: sha256Hex(EXAMPLE_TOKEN),
    LOG_LEVEL: 'silent',
  });
  let ids = 0;
  const app = await createApp(config, {
    prebuilt: findBuiltText,
    now: () => new Date(EXAMPLE_TIME),
    newId: () => randomId(hash('sha256', `example ${++ids}`, 'buffer').subarray(0, RANDOM_ID_BYTES)),
  });
  try {
    return await use(app);
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
};
