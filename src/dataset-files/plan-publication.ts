import type { PublishedLog } from '../domain/datasets/forms/version.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import type { FileTexts } from './check.ts';
import { publishedFiles, readLog } from './published-versions.ts';

/** The document of a dataset as it is served. */
export interface Publication {
  readonly id: string;
  readonly text: string;
  readonly version: string;
  readonly records: number;
}

/**
 * Plans the files that keep these documents as published versions: the log, each new document, and the
 * version that it replaces. Writes nothing; an unchanged document needs no file.
 */
export const planPublication = (
  documents: readonly Publication[],
  texts: FileTexts,
): { readonly fresh: readonly Publication[]; readonly files: FileTexts } => {
  const log: PublishedLog = { ...readLog(texts) };
  const files: Record<string, string> = {};
  const fresh = documents.filter(({ id, text }) => log[id]?.at(-1)?.sha256 !== sha256Hex(text));
  for (const { id, text, version, records } of fresh) {
    const before = log[id]?.at(-1);
    if (before !== undefined) {
      files[publishedFiles.earlier(id, before.sha256)] = texts[publishedFiles.last(id)]!;
    }
    files[publishedFiles.last(id)] = text;
    log[id] = [...(log[id] ?? []), { sha256: sha256Hex(text), bytes: Buffer.byteLength(text), version, records }];
  }
  return {
    fresh,
    files: fresh.length === 0 ? {} : { ...files, [publishedFiles.log]: `${JSON.stringify(log, null, 2)}\n` },
  };
};
