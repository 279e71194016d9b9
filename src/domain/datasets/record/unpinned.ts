import type { z } from 'zod';
import { Count } from '../../vocabulary/terms.ts';
import { countPicked, countsOf } from '../../vocabulary/terms.ts';
import type { DatasetRecord } from './record.ts';
import { archivedCopyTerms, type Source } from './source.ts';

/** Whether no source is pinned to a commit. What such sources say, pages and threads alike, can change or vanish. */
export const areUnpinned = (sources: readonly Source[]): boolean => sources.every(({ commit }) => commit === undefined);

/** Shape of the counts of records without a pinned source, and of the copies of their sources; earlier versions have none. */
export const unpinnedCounts = {
  unpinned: Count.meta({
    description: 'Entries none of whose sources has a commit: what those say can change or vanish.',
  }).optional(),
  archived_copies: countsOf(
    archivedCopyTerms,
    'The sources of these entries, by whether an archive keeps a copy.',
  ).optional(),
};
export type UnpinnedCounts = z.infer<z.ZodObject<typeof unpinnedCounts>>;

/** These counts over records. */
export const countUnpinned = (records: readonly DatasetRecord[]) => {
  const unpinned = records.filter(({ sources }) => areUnpinned(sources));
  return {
    unpinned: unpinned.length,
    archived_copies: countPicked(archivedCopyTerms, unpinned, ({ sources }) =>
      sources.flatMap(({ archived_copy }) => archived_copy ?? []),
    ),
  };
};
