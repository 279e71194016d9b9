import type { App } from '../app.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import { type ReceiptIndex, receiptPaths } from '../domain/receipts/published-receipt.ts';
import { type Held, type HeldKind, readHeld } from '../domain/vocabulary/held.ts';
import { previewPages } from '../domain/vocabulary/service.ts';
import { loadedOnce } from './loaded-once.ts';
import { searchOf } from './search.ts';

const allPublished = loadedOnce(async ({ prebuilt }) => {
  const { receipts } = (await prebuilt.value(receiptPaths.index)) as ReceiptIndex;
  return receipts.map(({ receipt_hash_sha256: hash }) => hash);
});

/** The hashes of the published receipts that a hash or its beginning may mean. */
const publishedHashes = async ({ kind, value }: Held, app: App): Promise<Sha256Hex[]> =>
  kind === 'hash' || kind === 'beginning' ? (await allPublished(app)).filter((hash) => hash.startsWith(value)) : [];

/** The hash of the first of these that means one published receipt. */
export const findPublishedHash = async (those: readonly Held[], app: App): Promise<Sha256Hex | undefined> => {
  for (const held of those) {
    const [hash, ...others] = await publishedHashes(held, app);
    if (hash !== undefined && others.length === 0) return hash;
  }
  return undefined;
};

/** The hash that a text means: whole in any notation, or the beginning of that of one published receipt (SPEC.md §13.4). */
export const findHeldHash = async (text: string, app: App): Promise<Sha256Hex | undefined> => {
  const held = readHeld(text);
  return held.kind === 'hash' ? held.value : findPublishedHash([held], app);
};

/** A hash that someone typed into the form of a page. */
export interface AskedHash {
  /** What the form shows again: what was typed, if it is nothing but letters and digits. */
  readonly shown: string;
  /** Undefined where what was typed means no hash. */
  readonly hash: Sha256Hex | undefined;
  /** What is wrong with it, for the form. */
  readonly problem: string | undefined;
}

const noHash: Readonly<Partial<Record<HeldKind, string>>> = {
  document: 'This is a document, and its hash is asked for. Verify it: that shows its hash.',
  beginning: 'No published receipt, or more than one, has a hash that begins so. Enter all 64 digits.',
};

/** The hash in the query of a page, or undefined where nothing is asked for. */
export const findAskedHash = async ({ searchParams }: URL, app: App): Promise<AskedHash | undefined> => {
  const asked = searchParams.get('hash')?.trim();
  if (!asked) return undefined;
  const hash = await findHeldHash(asked, app);
  const problem =
    noHash[readHeld(asked).kind] ??
    'This is not a SHA-256 hash: check that all 64 digits were copied, and nothing else.';
  return { shown: hash ?? (/^\w+$/.test(asked) ? asked : ''), hash, problem: hash === undefined ? problem : undefined };
};

/** The one place of all that have been found, if it is one. */
const only = (places: Iterable<string>): string | undefined => {
  const [one, ...others] = new Set(places);
  return others.length === 0 ? one : undefined;
};

/**
 * Where the one answer to what somebody holds is; undefined where there is none, or several.
 * @throws ServiceError storage_unavailable
 */
export const findPlace = async (held: Held, app: App): Promise<string | undefined> => {
  const { kind, value } = held;
  if (kind === 'document') return '/verify';
  if (kind === 'request' && (await app.intake.find(value))) return `/intake/${value}`;
  const hashes = await publishedHashes(held, app);
  if (hashes.length > 0) return only(hashes.map(receiptPaths.page));
  if (kind === 'hash' && (await app.anchors.find(value))) return `${previewPages.anchor}?hash=${value}`;
  const { find, entries } = await searchOf(app);
  const asked = value.toLowerCase();
  // A common word may be the name of an operation or a section.
  const exact = entries.filter(({ kind, id, name, path }) =>
    [id, path, path.split('#')[1], /record|receipt|page/.test(kind) && name].some(
      (one) => one && one.toLowerCase() === asked,
    ),
  );
  if (exact.length > 0) return only(exact.map(({ path }) => path));
  return asked === '' ? undefined : only(find({ query: value, whole: true }).map(({ entry }) => entry.path));
};
