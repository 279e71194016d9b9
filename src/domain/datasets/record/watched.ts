import { z } from 'zod';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { Count, countBy, countsOf, enumOf, type Term } from '../../vocabulary/terms.ts';
import { Name, WebAddress } from '../../vocabulary/text.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { DATA_LICENSE, DataLicense } from './dataset.ts';
import type { DatasetRecord } from './record.ts';

/** What became of the text of a source since it was read. */
export const watchAnswerTerms = {
  same: { label: 'Same text', meaning: 'the file had the same bytes.' },
  changed: { label: 'Changed', meaning: 'the file had other bytes.' },
  moved: { label: 'Moved', meaning: 'the same bytes stood at another path.' },
  gone: { label: 'Gone', meaning: 'neither the file nor its bytes were there.' },
} as const satisfies Record<string, Term>;

const gitObject = /[0-9a-f]{40}/.source;
const draftVersion = /draft-[a-z0-9-]+-[0-9]{2}/.source;

export const WatchedSource = z
  .strictObject({
    url: WebAddress.meta({ description: 'The address of the source, as in the records.' }),
    text: z
      .string()
      .regex(new RegExp(`^${gitObject}$`), 'expected 40 lower-case hexadecimal digits')
      .optional()
      .meta({ description: 'The git object of the text that was read: its hash. Absent for an Internet-Draft.' }),
    answer: enumOf(watchAnswerTerms, 'What became of it.'),
    head: z
      .string()
      .regex(new RegExp(`^(${gitObject}|${draftVersion})$`), 'expected a git commit or a version of an Internet-Draft')
      .meta({ description: 'The newest commit or version that it was compared with.' }),
    head_date: Day.meta({ description: 'The day of that commit or version, or on which it was still the newest.' }),
    looked_on: Day.meta({ description: 'The day of the comparison.' }),
    to: Name.optional().meta({ description: 'Where the same bytes stood, when they had moved.' }),
    lost: z
      .array(WebAddress)
      .min(1)
      .optional()
      .meta({ description: 'The cited places whose lines were no longer in the text, when it had changed.' }),
  })
  .refine(({ head_date, looked_on }) => head_date <= looked_on, {
    path: ['head_date'],
    message: 'is after `looked_on`; expected the day of a commit that was there',
  })
  .refine(({ text, head }) => (text === undefined) === head.startsWith('draft-'), {
    path: ['text'],
    message: 'does not fit `head`; expected it with a commit and not with a draft',
  })
  .meta({
    description: 'One cited file or draft, compared with the newest commit of its repository or its newest version.',
  });
export type WatchedSource = z.infer<typeof WatchedSource>;

/** The file that `datasets -- watch` writes. */
export const WatchedFile = z.strictObject({ sources: z.array(WatchedSource).min(1) });
export type WatchedFile = z.infer<typeof WatchedFile>;

/** The sources of a record whose text moved on since it was read, as the build finds them in that file. */
export const SourcesMovedOn = z
  .array(
    z.strictObject({
      url: WebAddress.meta({ description: 'The address of the source.' }),
      answer: enumOf(watchAnswerTerms, 'What became of its text.'),
      head_date: Day.meta({ description: 'The day of the newest commit or version that was obtained.' }),
    }),
  )
  .min(1)
  .optional()
  .meta({
    description: 'Sources of the record whose text moved on since it was read; derived from /data/watched.json.',
  });

/** The rule of that file: each address once. */
export const checkWatched = ({ sources }: WatchedFile): RuleProblem[] => {
  const seen = new Set<string>();
  return sources.flatMap(({ url }, at) => {
    const isRepeated = seen.has(url);
    seen.add(url);
    return problemIf(isRepeated, ['sources', at, 'url'], 'is already in the list; expected each address once');
  });
};

/** A cited file of a repository, with the addresses of the places that are cited in it. */
export interface CitedFile {
  readonly url: string;
  readonly repo: string;
  readonly path: string;
  readonly commit: string;
  readonly places: readonly string[];
}

/** Every address that begins with that of a source and names lines in it, anywhere in a value. */
const placesIn = (value: unknown, url: string): string[] => {
  if (typeof value === 'string') return value.startsWith(url) && /#L\d/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((one) => placesIn(one, url)) : [];
};

/** The dataset whose records cite the past: what a text said on the day of a decision. */
export const OF_THE_PAST = 'governance-decision-memory';

/** Records by dataset. */
type Records = Readonly<Record<string, readonly DatasetRecord[]>>;

const ofToday = (records: Records): DatasetRecord[] =>
  Object.entries(records).flatMap(([id, those]) => (id === OF_THE_PAST ? [] : those));

/** The records with what moved on among the sources of those of today. */
export const withMovedOn = (records: Records, file: WatchedFile | undefined): Records => {
  const moved = new Map(
    file?.sources
      .filter(({ answer }) => answer !== 'same')
      .map(({ url, answer, head_date }) => [url, { url, answer, head_date }]),
  );
  const told = (record: DatasetRecord) => {
    const found = record.sources.flatMap(({ url }) => moved.get(url) ?? []);
    return found.length === 0 ? record : { ...record, sources_moved_on: found };
  };
  return Object.fromEntries(
    Object.entries(records).map(([id, those]) => [id, id === OF_THE_PAST ? those : those.map(told)]),
  );
};

/** The files of repositories that records cite at a commit, each once, but for decisions. */
export const citedFiles = (records: Records): CitedFile[] => {
  const files = new Map<string, CitedFile>();
  for (const record of ofToday(records)) {
    for (const { url, repo, path, commit, kind } of record.sources) {
      if (kind !== 'repo_file' || repo === undefined || path === undefined || commit === undefined) continue;
      const places = new Set([...(files.get(url)?.places ?? []), ...placesIn(record, url)]);
      files.set(url, { url, repo, path, commit, places: [...places] });
    }
  }
  return [...files.values()];
};

/** A version of an Internet-Draft that records cite, by its address. */
export interface CitedDraft {
  readonly url: string;
  readonly draft: string;
  readonly version: string;
}

const DRAFT_ADDRESS =
  /^https:\/\/(?:www|datatracker)\.ietf\.org\/(?:archive\/id|id|doc(?:\/html|\/bibxml3)?)\/(draft-[a-z0-9-]+)[-/](\d\d)(?:\.\w+|\/)?$/;

/** The versions of Internet-Drafts that records cite, each address once, but for decisions. */
export const citedDrafts = (records: Records): CitedDraft[] => {
  const urls = new Set(ofToday(records).flatMap(({ sources }) => sources.map(({ url }) => url)));
  return [...urls].flatMap((url) => {
    const [, draft, version] = DRAFT_ADDRESS.exec(url) ?? [];
    return draft === undefined ? [] : [{ url, draft, version: version! }];
  });
};

/** /data/watched.json (SPEC.md §6.3). */
export const WatchedDocument = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('watched-sources')),
    description: z.string().meta({ description: 'What was compared.' }),
    license: DataLicense,
    counts: countsOf(watchAnswerTerms, 'Cited files by what became of them.').extend({
      not_looked_at: Count.meta({ description: 'Cited files and drafts that nobody compared.' }),
    }),
    sources: z.array(WatchedSource).meta({ description: 'The files that were compared, by address.' }),
  })
  .meta({
    id: schemaId('watched-sources'),
    open: true,
    title: 'Sources that were looked at again',
    description:
      'Cited files of repositories and Internet-Drafts, compared with the newest commit or version that was obtained.',
  });
export type WatchedDocument = z.infer<typeof WatchedDocument>;

const DESCRIPTION =
  'Each file that a record of the map or the observatory cites at a commit is compared, by its bytes, with the newest commit of its repository that was obtained, or of the pull request that it stands in. A draft is compared by its version. A changed file does not make a record wrong: somebody has to read it again.';

/** The document of what was compared; answers about files that no record cites any longer are left out. */
export const buildWatched = (file: WatchedFile | undefined, records: Records): WatchedDocument => {
  const urls = new Set([...citedFiles(records), ...citedDrafts(records)].map(({ url }) => url));
  const sources = (file?.sources ?? []).filter(({ url }) => urls.has(url));
  return {
    ok: true,
    schema: schemaId('watched-sources'),
    description: DESCRIPTION,
    license: DATA_LICENSE,
    counts: {
      ...countBy(
        watchAnswerTerms,
        sources.map(({ answer }) => answer),
      ),
      not_looked_at: urls.size - sources.length,
    },
    sources: sources.toSorted((a, b) => (a.url < b.url ? -1 : 1)),
  };
};
