import { canonicalText } from '../../json/canonical-json.ts';
import { isJsonObject } from '../../json/pointer.ts';

/** A published record of any dataset. */
export interface PublishedRecord {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** One member that differs; a side that lacks it is undefined. */
export interface FieldChange {
  /** The path of the member for people, for instance `sources[https://…].retrieved`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** How a rebuild would change one record. `vanished` is always an error: a withdrawn record stays as a tombstone. */
export interface RecordDifference {
  readonly id: string;
  readonly kind: 'added' | 'changed' | 'withdrawn' | 'vanished';
  readonly fields: readonly FieldChange[];
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalText(a) === canonicalText(b));

/** Members that identify the entries of a list, the best first. */
const namingMembers = ['id', 'url', 'check', 'caip10', 'asset_id', 'name', 'use', 'network', 'method', 'on'];

const namesBy = (entries: readonly unknown[], member: string): string[] | undefined => {
  const names = entries.map((entry) => (isJsonObject(entry) ? entry[member] : undefined));
  return names.every((name) => typeof name === 'string') && new Set(names).size === names.length
    ? (names as string[])
    : undefined;
};

/** The entries of both lists by name, or by position when nothing identifies them. */
const entriesByName = (before: readonly unknown[], after: readonly unknown[]): [string, unknown, unknown][] => {
  const member = namingMembers.find((one) => namesBy(before, one) && namesBy(after, one));
  const named = (entries: readonly unknown[]) =>
    new Map(
      entries.map((entry, at) => [
        member === undefined ? String(at) : String((entry as Record<string, unknown>)[member]),
        entry,
      ]),
    );
  const [old, fresh] = [named(before), named(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].map((name) => [name, old.get(name), fresh.get(name)]);
};

const listChanges = (field: string, before: readonly unknown[], after: readonly unknown[]): FieldChange[] => {
  if ([...before, ...after].some(isJsonObject)) {
    const entries = entriesByName(before, after).flatMap(([name, old, fresh]) =>
      changesOf(`${field}[${name}]`, old, fresh),
    );
    return entries.length > 0 ? entries : [{ field: `${field} (order)`, before: before.length, after: after.length }];
  }
  const gone = before.filter((value) => !after.some((other) => isSame(value, other)));
  const come = after.filter((value) => !before.some((other) => isSame(value, other)));
  if (gone.length + come.length === 0) return [{ field, before, after }];
  return [
    ...gone.map((value): FieldChange => ({ field: `${field}[]`, before: value, after: undefined })),
    ...come.map((value): FieldChange => ({ field: `${field}[]`, before: undefined, after: value })),
  ];
};

const changesOf = (field: string, before: unknown, after: unknown): FieldChange[] => {
  if (isSame(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(field, before, after);
  if (!isJsonObject(before) || !isJsonObject(after)) return [{ field, before, after }];
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return members.flatMap((member) =>
    changesOf(field === '' ? member : `${field}.${member}`, before[member], after[member]),
  );
};

const isWithdrawn = (record: PublishedRecord): boolean => record['withdrawn_on'] !== undefined;

/**
 * The differences between two published states of a dataset, by record and member, ordered by id.
 * Entries of lists are matched by name, so that an inserted entry is one change.
 */
export const diffRecords = (
  before: readonly PublishedRecord[],
  after: readonly PublishedRecord[],
): RecordDifference[] => {
  const old = new Map(before.map((record) => [record.id, record]));
  const fresh = new Map(after.map((record) => [record.id, record]));
  const ids = [...new Set([...old.keys(), ...fresh.keys()])].toSorted();
  return ids.flatMap((id): RecordDifference[] => {
    const [was, is] = [old.get(id), fresh.get(id)];
    if (is === undefined) return [{ id, kind: 'vanished', fields: [] }];
    if (was === undefined) return [{ id, kind: 'added', fields: [] }];
    const fields = changesOf('', was, is);
    if (fields.length === 0) return [];
    return [{ id, kind: isWithdrawn(is) && !isWithdrawn(was) ? 'withdrawn' : 'changed', fields }];
  });
};
