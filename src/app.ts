import { randomBytes } from 'node:crypto';
import { type Logger, pino } from 'pino';
import { chainOf } from './chain/concordium.ts';
import { unusableFilesOf } from './chain/wallet.ts';
import { type Config, serviceKeyPath, settings } from './config.ts';
import type { RateLimit } from './config/values.ts';
import { signedText } from './domain/keys/signature.ts';
import { causeOf } from './domain/vocabulary/errors.ts';
import { RANDOM_ID_BYTES, randomId } from './domain/vocabulary/text.ts';
import { anchoring, anchoringSettings } from './services/anchoring/anchoring.ts';
import { type ClientCounter, clientCounter, sharedCounter } from './services/client-counter.ts';
import { evidenceService } from './services/evidence.ts';
import { intakeService } from './services/intake.ts';
import { keysService } from './services/keys.ts';
import { retention } from './services/retention.ts';
import type { SigningKey } from './signing/key-file.ts';
import { openServiceKey } from './signing/own-keys.ts';
import { openSigner } from './signing/sign.ts';
import { anchorStore } from './storage/anchors.ts';
import { clientCounts } from './storage/client-counts.ts';
import { type Database, openDatabase } from './storage/database.ts';
import { intakeStore } from './storage/intake.ts';
import { openReadiness } from './storage/readiness.ts';
import { serviceKeyStore } from './storage/service-keys.ts';

/** The operations that share a limit. */
export type LimitName = 'intake' | 'preview' | 'read';

/** A limit and its counter per client. */
export interface Limiter {
  readonly policy: RateLimit;
  readonly counter: ClientCounter;
}

/** Wrong administrator credentials that one client may send before it is refused for a while. */
const ADMIN_FAILURES: RateLimit = { requests: 20, seconds: 60 };

/** Finds the text of a prebuilt document by its address; undefined when there is none. */
export type PrebuiltReader = (path: string) => Promise<string | undefined>;

/** Makes a limit: with PostgreSQL for all processes that share it, with SQLite for this one. */
const limiterOf =
  (db: Database, { databaseUrl }: Config) =>
  (name: string, policy: RateLimit): Limiter => {
    const own = clientCounter(policy);
    if (databaseUrl.kind === 'sqlite') return { policy, counter: own };
    const { password, href } = new URL(databaseUrl.url);
    return { policy, counter: sharedCounter(clientCounts(db, { name, policy, secret: password || href }), own) };
  };

/**
 * Looks at the files that an anchor needs, so that the operator learns at the start what is wrong with them, and not from the
 * first anchor.
 * @throws Error where live anchoring is on; otherwise the log says what is wrong.
 */
const expectAnchorFiles = async (config: Config, log: Logger): Promise<void> => {
  const unusable = (await unusableFilesOf(config)).map(({ message, code }) =>
    code === 'headers_file_unusable' ? message : `${message} (${settings.concordiumWalletFile.name})`,
  );
  if (unusable.length > 0 && config.allowLiveRegisterdata)
    throw new Error(
      `no anchor could be made, and live anchoring is on (${settings.allowLiveRegisterdata.name}):\n${unusable.map((line) => `  ${line}`).join('\n')}`,
    );
  for (const line of unusable) log.warn(line);
};

type Keys = ReturnType<typeof keysService>;

/** The key that the service signs with. @throws Error that names the file and the setting when it cannot be used. */
const openKey = async (config: Config, keys: Keys, log: Logger): Promise<SigningKey> => {
  const path = serviceKeyPath(config);
  const refuse = (reason: string): never => {
    throw new Error(`the key of the service cannot be used (SERVICE_KEY_FILE): ${reason}`);
  };
  const { key, made } = await openServiceKey(path).catch((failure: Error) => refuse(failure.message));
  const revokedAt = await keys.revokedAt(key.kid);
  if (revokedAt !== undefined)
    refuse(`the key in ${path} was revoked at ${revokedAt}. Move the file away, and the next start makes a new key.`);
  if (made) log.info({ kid: key.kid, path }, 'made the key of the service: keep a copy of the file in a safe place');
  return key;
};

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
 * @throws Error when the store or the key of the service cannot be opened, or live anchoring is on and a file that it needs
 *   cannot be used; the message says which and why.
 */
export const createApp = async (
  config: Config,
  {
    log = pino({ level: config.logLevel }),
    prebuilt,
    now = () => new Date(),
    newId = () => randomId(randomBytes(RANDOM_ID_BYTES)),
  }: {
    log?: Logger;
    prebuilt: PrebuiltReader;
    /** The clock, and the ids of new requests: fixed where the same answers are wanted again. */
    now?: () => Date;
    newId?: () => string;
  },
) => {
  await expectAnchorFiles(config, log);
  const db = await openDatabase(config.databaseUrl, serviceKeyPath(config));
  const serviceKeys = serviceKeyStore(db);
  const keys = keysService({ findPrebuilt: prebuilt, stored: serviceKeys.list });
  const openSigning = async () => {
    const key = await openKey(config, keys, log);
    const [sign, signsSince] = [openSigner(key), await serviceKeys.add(key.kid, key.publicJwk, now())];
    const since = new Date(signsSince);
    // A clock that was moved back since must not make signatures from before the key.
    return { signText: (text: string, at: Date) => sign(text, at < since ? since : at), signsSince };
  };
  const { signText, signsSince } = await openSigning().catch(async (failure: unknown) => {
    await db.close();
    throw failure;
  });
  const limiter = limiterOf(db, config);
  const store = intakeStore(db);
  const anchorSettings = anchoringSettings(config);
  const anchors = anchoring({
    ...anchorSettings,
    ledger: anchorStore(db, anchorSettings.network.genesisBlock),
    chain: chainOf(config),
    unusableFiles: () => unusableFilesOf(config),
    now,
    holder: randomBytes(16).toString('hex'),
    log: (event, facts) => log.info(facts, event),
  });
  anchors.resume();
  const readiness = openReadiness(db, config.databaseUrl, {
    now,
    onDamage: (failure) => log.error({ err: failure }, 'the store is damaged'),
  });
  const oldTexts = retention({
    requests: store,
    days: config.retentionDays,
    now,
    onDeleted: (count) => log.info({ deleted: count, older_than_days: config.retentionDays }, 'deleted old texts'),
    onFailure: (failure) => {
      log.error({ err: causeOf(failure) }, 'old texts could not be deleted: this is tried again within an hour');
    },
  });
  oldTexts.start();
  return {
    config,
    log,
    now,
    newId,
    prebuilt: prebuiltDocuments(prebuilt),
    keys,
    startedAt: now(),
    intake: intakeService(store, {
      now,
      newId,
      siteUrl: config.siteUrl,
      answerDays: config.answerDays,
      signText,
      signsSince,
      takesWrites: () =>
        readiness.check().then(
          () => true,
          () => false,
        ),
    }),
    anchors,
    evidence: evidenceService({
      findPrebuilt: prebuilt,
      findAnchor: anchors.find,
      baseUrl: config.siteUrl,
      sign: (pack) => signText(signedText(pack, 'pack_hash_sha256'), now()),
    }),
    limits: {
      intake: config.rateLimitIntake && limiter('intake', config.rateLimitIntake),
      preview: config.rateLimitPreview && limiter('preview', config.rateLimitPreview),
      read: config.rateLimitRead && limiter('read', config.rateLimitRead),
      admin_failures: limiter('admin_failures', ADMIN_FAILURES),
    } satisfies Record<LimitName | 'admin_failures', Limiter | null>,
    /** Whether the store can take writes. @throws ServiceError storage_unavailable */
    probe: readiness.check,
    /** Stops watching anchors and deleting old texts, waits until every accepted request is on disk, then closes the store. */
    async close(): Promise<void> {
      await Promise.all([anchors.stop(), oldTexts.stop()]);
      await store.drain();
      await db.close();
    },
  };
};

export type App = Awaited<ReturnType<typeof createApp>>;
