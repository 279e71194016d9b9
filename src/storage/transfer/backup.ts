import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { DatabaseLocation } from '../../config/values.ts';
import { Sha256Hex } from '../../domain/json/sha256.ts';
import { schemaId } from '../../domain/vocabulary/service.ts';
import { connect, connectAsItIs } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { copyRows } from './copy-rows.ts';
import { namingBoth, type Snapshot, withSnapshot } from './snapshot.ts';
import { checkSame, digestStore } from './table-digest.ts';

/** What stands beside a backup: what it must be, byte by byte and table by table. */
export const BackupManifest = z.object({
  schema: z.literal(schemaId('store-backup')),
  made_at: z.iso.datetime(),
  schema_version: z.int(),
  bytes: z.int(),
  sha256: Sha256Hex,
  tables: z.record(z.string(), z.object({ rows: z.int(), sha256: Sha256Hex })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

const PRIVATE = 0o600;

const manifestOf = (backup: string): string => `${backup}.manifest.json`;

const measure = async (file: string): Promise<Pick<BackupManifest, 'bytes' | 'sha256'>> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
};

/** Writes the rows of a snapshot into a SQLite file with the same version of the schema. */
const writeRows = async (snapshot: Snapshot, filename: string): Promise<void> => {
  const target = connect({ kind: 'sqlite', filename });
  try {
    await migrate(target, 'sqlite', {
      refuseNew: undefined,
      connectUnlimited: () => connect({ kind: 'sqlite', filename }),
      upTo: snapshot.version,
    });
    await copyRows(snapshot, target, 'sqlite');
    // A file at rest needs no second one beside it.
    await target.raw('PRAGMA journal_mode=DELETE');
  } finally {
    await target.destroy();
  }
};

/** Lets SQLite write a copy of a file that is in use: its state at one moment, whatever is written meanwhile. */
const vacuumInto = async (from: string, filename: string): Promise<void> => {
  const source = connectAsItIs(from);
  try {
    await source.raw('VACUUM INTO ?', [filename]);
  } finally {
    await source.destroy();
  }
};

/**
 * Writes a backup of a store that may be in use into a new SQLite file, and its manifest beside it.
 * @throws Error when one of the two files exists, or the backup is not whole.
 */
export const backUp = async (from: DatabaseLocation, file: string, at: Date): Promise<BackupManifest> => {
  for (const path of [file, manifestOf(file)])
    if (existsSync(path)) throw new Error(`${path} exists, and a backup never overwrites a file.`);
  const part = `${file}.part`;
  await rm(part, { force: true });
  await (await open(part, 'wx', PRIVATE)).close();
  try {
    await withSnapshot(from, (snapshot) =>
      namingBoth(from, file, () =>
        from.kind === 'sqlite' ? vacuumInto(from.filename, part) : writeRows(snapshot, part),
      ),
    );
    const { version, tables } = await readStore(part);
    const manifest: BackupManifest = {
      schema: schemaId('store-backup'),
      made_at: at.toISOString(),
      schema_version: version,
      ...(await measure(part)),
      tables,
    };
    await rename(part, file);
    await writeFile(manifestOf(file), `${JSON.stringify(manifest, undefined, 2)}\n`, { flag: 'wx', mode: PRIVATE });
    return manifest;
  } finally {
    await rm(part, { force: true });
  }
};

/** The version and the digests of a SQLite file that nothing uses. @throws Error when SQLite finds it damaged. */
const readStore = (filename: string) =>
  withSnapshot({ kind: 'sqlite', filename }, async (snapshot) => {
    const [found] = await snapshot.knex.raw<{ integrity_check: string }[]>('PRAGMA integrity_check(1)');
    if (found?.integrity_check !== 'ok') throw new Error(`${filename} is damaged.`);
    return { version: snapshot.version, tables: await digestStore(snapshot) };
  });

/**
 * Compares a copy of a backup with the manifest.
 * @param backup what the error names.
 * @throws Error that says how they differ.
 */
export const checkBackup = async (filename: string, manifest: BackupManifest, backup: string): Promise<void> => {
  const { bytes, sha256 } = await measure(filename);
  const differences =
    bytes === manifest.bytes && sha256 === manifest.sha256
      ? checkSame(manifest.tables, (await readStore(filename)).tables)
      : ['its bytes differ'];
  if (differences.length > 0)
    throw new Error(`${backup} is not what its manifest describes: ${differences.join('; ')}. Nothing was restored.`);
};

/** The manifest of a backup. @throws Error when there is none. */
export const readManifest = async (backup: string): Promise<BackupManifest> => {
  const text = await readFile(manifestOf(backup), 'utf8').catch(() => {
    throw new Error(`${manifestOf(backup)} cannot be read: without it nobody can say whether the backup is whole.`);
  });
  try {
    return BackupManifest.parse(JSON.parse(text));
  } catch {
    throw new Error(`${manifestOf(backup)} is not the manifest of a backup.`);
  }
};
