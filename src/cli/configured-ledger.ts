import type { Config } from '../config.ts';
import type { AnchorLedger } from '../domain/anchors/anchor-ledger.ts';
import { anchorStore } from '../storage/anchors.ts';
import { withConfiguredStore } from './configured-store.ts';

/** Uses the ledger of anchors in the store that DATABASE_URL names, and closes it. */
export const withLedger = (use: (ledger: AnchorLedger, config: Config) => Promise<void>): Promise<void> =>
  withConfiguredStore((db, config) => use(anchorStore(db), config));
