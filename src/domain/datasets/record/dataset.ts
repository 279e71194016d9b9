import { z } from 'zod';
import { hashOf, hashOfList } from '../../json/hash.ts';
import { Sha256Hex } from '../../json/sha256.ts';
import type { RuleProblem } from '../../vocabulary/errors.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { Count } from '../../vocabulary/terms.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { type DatasetRecord, lastModifiedOf, presentOf, type RecordLink } from './record.ts';
import { type SideTable, sideTables, type TableMember } from './side-table.ts';

/** The licence of all published data (SPEC.md §16.2). */
export const DATA_LICENSE = 'CC-BY-4.0';

/** The member of a document that states it. */
export const DataLicense = z.literal(DATA_LICENSE).meta({ description: 'Licence of the data (SPDX).' });

export { DATA_LICENSE_URL } from './dataset-ids.ts';

/** What all datasets are about, for catalogues. */
export const DATA_KEYWORDS = ['agents', 'accountability', 'identity', 'governance', 'registries'] as const;

/** The statement of every dataset about who is responsible for it and who is not. */
export const DATA_DISCLAIMER =
  'Published by a participant of the Concordium ecosystem; pages mark what is about it as its own chain. This is not official output of any foundation, standards body or vendor named in it, and no partnership is claimed. Each record is a reading of the sources it cites, on the day it was compiled; its doubts are part of it.';

/** The name and description of a dataset, for people. */
interface DatasetTexts {
  readonly title: string;
  /** A shorter title, for instance `Accountability map`. */
  readonly shortTitle: string;
  /** What its records are about, in one word, for links and filters. */
  readonly label: string;
  readonly description: string;
  /** The word for one record: `record`, `system`, `decision`. */
  readonly noun: string;
}

interface DatasetParts<
  Id extends string,
  Record extends z.ZodType<DatasetRecord>,
  Counts extends z.ZodRawShape,
  File extends DatasetRecord,
> extends DatasetTexts {
  readonly id: Id;
  /** Schema of one record as it is published. */
  readonly record: Record;
  /** Schema of the file of a record; absent where it is published as it is. */
  readonly file?: z.ZodType<File>;
  /** Members that follow from others and from the day of the version, so that a change of them alone is no event. */
  readonly derived?: readonly (keyof z.infer<Record> & string)[];
  /** The name of a record, for people. */
  readonly nameOf: (record: z.infer<Record>) => string;
  /** The date of what a record is about, shown beside its name; absent where names are enough. */
  readonly dateOf?: (record: z.infer<Record>) => string | undefined;
  /** A few words beside its name, for people. */
  readonly aboutOf: (record: z.infer<Record>) => string;
  /** Words that it is found by beside its texts; absent where its texts have them. */
  readonly wordsOf?: (record: z.infer<Record>) => readonly string[];
  /** Shape of the counts besides `present` and `withdrawn`. */
  readonly counts: Counts;
  /** Counts over the records that are not withdrawn. */
  readonly countRecords: (present: readonly z.infer<Record>[]) => z.input<z.ZodObject<Counts>>;
  /** Total order of the entries. */
  readonly compare: (a: z.infer<Record>, b: z.infer<Record>) => number;
  /** Rules for the file of one record that its schema cannot express. */
  readonly checkRecord: (file: File) => RuleProblem[];
  /** Rules about several records; absent where there are none besides links. */
  readonly checkTogether?: (records: readonly z.infer<Record>[]) => (RuleProblem & { readonly id: string })[];
  /** The members that name other records. */
  readonly links: readonly RecordLink<keyof z.infer<Record> & string>[];
  /** The members that are tables of their own, too; sources and links always are. */
  readonly tables?: readonly TableMember<keyof z.infer<Record> & string>[];
  /** What the data is good for, in a sentence for readers who choose a dataset. */
  readonly use: string;
}

/** What the documents of all datasets have in common. */
export interface DatasetDocument {
  readonly schema: string;
  readonly title: string;
  readonly description: string;
  readonly version: Day;
  readonly last_modified: Day;
  readonly records: number;
  readonly counts: { readonly present: number; readonly withdrawn: number };
  readonly content_hash_sha256: Sha256Hex;
  readonly entries: readonly DatasetRecord[];
}

/**
 * Any dataset. Its functions are methods, because TypeScript compares those bivariantly: each takes only records that
 * the schema of this dataset has parsed, and documents that this dataset has built.
 */
export interface Dataset<Id extends string = string> extends DatasetTexts {
  readonly id: Id;
  /** Where its records are, from the root of the project. */
  readonly folder: string;
  readonly record: z.ZodType<DatasetRecord>;
  /** The schema of the files of its records. */
  readonly file: z.ZodType<DatasetRecord>;
  readonly derived: readonly string[];
  readonly entry: z.ZodType;
  readonly document: z.ZodType;
  readonly links: readonly RecordLink[];
  readonly tables: readonly SideTable[];
  nameOf(record: DatasetRecord): string;
  dateOf?(record: DatasetRecord): string | undefined;
  aboutOf(record: DatasetRecord): string;
  wordsOf?(record: DatasetRecord): readonly string[];
  checkRecord(file: DatasetRecord): RuleProblem[];
  checkTogether?(records: readonly DatasetRecord[]): (RuleProblem & { readonly id: string })[];
  build(records: readonly DatasetRecord[]): DatasetDocument;
  buildEntry(record: DatasetRecord): unknown;
  readonly use: string;
}

const count = (description: string) => Count.meta({ description });

const ok = z.literal(true).meta({ description: 'Always true in a published document.' });
const disclaimer = z.string().meta({ description: 'Who is responsible for the data and who is not.' });

/** The schema and the builder of the document of one published record. Its bytes depend only on that record. */
const defineEntry = <Id extends string, Record extends z.ZodType<DatasetRecord>>(
  parts: Pick<DatasetParts<Id, Record, z.ZodRawShape, z.infer<Record>>, 'id' | 'title' | 'record'>,
) => {
  const schema = schemaId(`${parts.id}-entry`);
  const entry = z
    .object({
      ok,
      schema: z.literal(schema).meta({ description: 'Identifier of the schema of this document.' }),
      dataset: z.literal(parts.id).meta({ description: 'The dataset that the record belongs to.' }),
      license: DataLicense,
      disclaimer,
      withdrawn: z.boolean().meta({ description: 'Whether the record was withdrawn and stays as a tombstone.' }),
      last_modified: Day.meta({ description: 'Last day in the history of the record.' }),
      content_hash_sha256: Sha256Hex.meta({ description: 'SHA-256 of the RFC 8785 canonical form of `record`.' }),
      record: parts.record,
    })
    .meta({
      id: schema,
      title: `${parts.title}: one record`,
      description: 'One record of the dataset, as it is in the entries of the whole document.',
    });
  const buildEntry = (record: z.infer<Record>): unknown => ({
    ok: true,
    schema,
    dataset: parts.id,
    license: DATA_LICENSE,
    disclaimer: DATA_DISCLAIMER,
    withdrawn: record.withdrawn_on !== undefined,
    last_modified: lastModifiedOf(record),
    content_hash_sha256: hashOf(record),
    record,
  });
  return { entry, buildEntry };
};

/**
 * A dataset: its folder, its schemas and the pure functions that build its document and those of its records.
 * The document depends only on its records: equal records give equal bytes in any order,
 * and every date comes from a record.
 */
export const defineDataset = <
  Id extends string,
  Record extends z.ZodType<DatasetRecord>,
  Counts extends z.ZodRawShape,
  File extends DatasetRecord = z.infer<Record>,
>({
  countRecords,
  ...parts
}: DatasetParts<Id, Record, Counts, File>) => {
  const schema = schemaId(parts.id);
  const document = z
    .object({
      ok,
      schema: z.literal(schema).meta({ description: 'Identifier of the schema of this document.' }),
      title: z.literal(parts.title).meta({ description: 'Title of the dataset.' }),
      description: z.string().meta({ description: 'What the dataset contains.' }),
      version: Day.meta({ description: 'Version of the data: the day on which it last changed.' }),
      last_modified: Day.meta({ description: 'Latest day in the history of the records. Never the time of a build.' }),
      license: DataLicense,
      disclaimer,
      records: count('Number of entries, tombstones included.'),
      counts: z
        .object({
          present: count('Entries that are not withdrawn. All other counts are over these.'),
          withdrawn: count('Entries that were withdrawn and stay as tombstones.'),
          ...parts.counts,
        })
        .meta({ description: 'Counts for a simple consistency check.' }),
      content_hash_sha256: Sha256Hex.meta({
        description: 'SHA-256 of the RFC 8785 canonical form of `entries`.',
      }),
      entries: z.array(parts.record).meta({ description: 'The records.' }),
    })
    .meta({ id: schema, title: parts.title, description: parts.description });

  const head = document.omit({ entries: true });

  /**
   * The document of records that their schema has parsed.
   * @throws when there is no record, or when a member besides the entries breaks the schema of the document.
   */
  const build = (records: readonly z.infer<Record>[]): z.infer<typeof document> => {
    const entries = records.toSorted(parts.compare);
    const present = presentOf(entries);
    const lastModified = entries.map(lastModifiedOf).toSorted().at(-1);
    const about = head.parse({
      ok: true,
      schema,
      title: parts.title,
      description: parts.description,
      version: lastModified,
      last_modified: lastModified,
      license: DATA_LICENSE,
      disclaimer: DATA_DISCLAIMER,
      records: entries.length,
      counts: {
        present: present.length,
        withdrawn: entries.length - present.length,
        ...countRecords(present),
      },
      content_hash_sha256: hashOfList(entries),
    });
    return { ...about, entries } as z.infer<typeof document>;
  };
  let tables: SideTable[] | undefined;
  return {
    ...parts,
    file: parts.file ?? (parts.record as unknown as z.ZodType<File>),
    derived: parts.derived ?? [],
    folder: `datasets/${parts.id}`,
    /** Made when it is first asked for: the commands that check records need no table. */
    get tables() {
      return (tables ??= sideTables(parts));
    },
    document,
    build,
    ...defineEntry(parts),
  };
};

/** Order by the code units of the id, the same on every machine. */
export const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
