import { randomBytes } from 'node:crypto';
import { type Logger, pino } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { chainOf } from './chain/concordium.ts';
import type { Config } from './config.ts';
import type { RateLimit } from './config/values.ts';
import { RANDOM_ID_BYTES, randomId } from './domain/vocabulary/random-id.ts';
import { anchoring } from './services/anchoring/anchoring.ts';
import { anchoringSettings } from './services/anchoring/settings.ts';
import { evidenceService } from './services/evidence.ts';
import { intakeService } from './services/intake.ts';
import { anchorStore } from './storage/anchors.ts';
import { openDatabase, probeWritable } from './storage/database.ts';
import { intakeStore } from './storage/intake.ts';

/** The operations that share a limit. */
export type LimitName = 'intake' | 'preview';

/** A limit and its counter per client. */
export interface Limiter {
  readonly policy: RateLimit;
  readonly counter: RateLimiterMemory;
}

/** Wrong administrator credentials that one client may send before it is refused for a while. */
const ADMIN_FAILURES: RateLimit = { requests: 20, seconds: 60 };

/** Finds the text of a prebuilt document by its address; undefined when there is none. */
export type PrebuiltReader = (path: string) => Promise<string | undefined>;

const counted = (policy: RateLimit): Limiter => ({
  policy,
  counter: new RateLimiterMemory({ points: policy.requests, duration: policy.seconds }),
});
const limiter = (policy: RateLimit | null): Limiter | undefined => (policy === null ? undefined : counted(policy));

/** The prebuilt documents, by their addresses. */
const prebuiltDocuments = (find: PrebuiltReader) => {
  const text = async (path: string): Promise<string> => {
    const found = await find(path);
    if (found === undefined) throw new Error(`${path} was not built`);
    return found;
  };
  return {
    /** The text of a document, or undefined when there is none. */
    find,
    /** The text of a document. @throws Error when it was not built. */
    text,
    /** The value of a document. @throws Error when it was not built. */
    value: async (path: string): Promise<unknown> => JSON.parse(await text(path)),
  };
};

/**
 * Opens the store and makes everything that a request handler may use.
 * Importing this module opens nothing.
 * @throws Error when the store cannot be opened; the message says where it is and why.
 */
export const createApp = async (
  config: Config,
  { log = pino({ level: config.logLevel }), prebuilt }: { log?: Logger; prebuilt: PrebuiltReader },
) => {
  const db = await openDatabase(config.databaseUrl);
  const now = (): Date => new Date();
  const newId = (): string => randomId(randomBytes(RANDOM_ID_BYTES));
  const store = intakeStore(db);
  const ledger = anchorStore(db);
  const anchors = anchoring({
    ...anchoringSettings(config),
    ledger,
    chain: chainOf(config),
    now,
    holder: randomBytes(16).toString('hex'),
    log: (event, facts) => log.info(facts, event),
  });
  await anchors.resume();
  return {
    config,
    log,
    now,
    newId,
    prebuilt: prebuiltDocuments(prebuilt),
    startedAt: now(),
    intake: intakeService(store, { now, newId, siteUrl: config.siteUrl }),
    anchors,
    evidence: evidenceService({ findPrebuilt: prebuilt, findAnchor: anchors.find, baseUrl: config.siteUrl }),
    limits: {
      intake: limiter(config.rateLimitIntake),
      preview: limiter(config.rateLimitPreview),
      admin_failures: counted(ADMIN_FAILURES),
    } satisfies Record<LimitName | 'admin_failures', Limiter | undefined>,
    /** Writes to the store and commits. @throws ServiceError storage_unavailable */
    probe: () => probeWritable(db, now()),
    /** Stops watching anchors, waits until every accepted request is on disk, then closes the store. */
    async close(): Promise<void> {
      await anchors.stop();
      await store.drain();
      await db.close();
    },
  };
};

export type App = Awaited<ReturnType<typeof createApp>>;
