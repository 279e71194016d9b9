import { z } from 'zod';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { enumOf, type Term } from '../../vocabulary/terms.ts';
import { Name, Sentence, WebAddress } from '../../vocabulary/text.ts';
import { Day, PartialDate } from '../../vocabulary/timestamp.ts';

/** The kinds of source. */
export const sourceKindTerms = {
  repo_file: { label: 'Repository file', meaning: 'a file of a public repository, at a commit.' },
  commit: { label: 'Commit', meaning: 'one commit of a public repository.' },
  github_thread: { label: 'Issue or pull request', meaning: 'an issue or pull request with its comments.' },
  spec: { label: 'Specification', meaning: 'the text of a specification.' },
  docs_page: { label: 'Documentation', meaning: 'a page of documentation.' },
  blog_or_news: { label: 'Article', meaning: 'a blog post or a news item.' },
  registry_listing: { label: 'Registry listing', meaning: 'the entry of a registry or directory.' },
  agent_page: { label: 'Page of the agent', meaning: 'a page that the agent or its operator publishes about itself.' },
  policy_document: { label: 'Policy document', meaning: 'a document of a public authority or a body.' },
  repo_page: { label: 'Repository page', meaning: 'the front page of a repository, without a commit.' },
  web_page: { label: 'Web page', meaning: 'any other page.' },
} as const satisfies Record<string, Term>;

/** How a source was read. */
export const sourceAccessTerms = {
  git_snapshot: { label: 'Clone', meaning: 'it was read in a clone of its repository, at the commit.' },
  stored_file: { label: 'Stored file', meaning: 'only the file was read, from a store.' },
  stored_copy: { label: 'Stored copy', meaning: 'a copy of the page was read; its age is not known.' },
  cited_not_read: { label: 'Cited, not read', meaning: 'another source names it; it was not read.' },
} as const satisfies Record<string, Term>;

/** The confidence in a record. */
export const confidenceTerms = {
  high: {
    label: 'High',
    meaning: 'a primary source at a pinned commit, a dated comment of the deciding body, or two agreeing sources.',
  },
  medium: {
    label: 'Medium',
    meaning: 'less than high asks for: for instance, a date that is inferred, or a source without a commit.',
  },
  low: { label: 'Low', meaning: 'second-hand, undated, or a single promotional page.' },
} as const satisfies Record<string, Term>;

const SourceKind = enumOf(sourceKindTerms, 'Kind of source.');
const SourceAccess = enumOf(sourceAccessTerms, 'How it was read.');
export const Confidence = enumOf(confidenceTerms, 'The confidence in the record.');

/** One source of a record. */
export const Source = z
  .strictObject({
    kind: SourceKind,
    url: WebAddress.meta({ description: 'Where it is, pinned to a commit wherever possible.' }),
    title: Name.optional().meta({ description: 'Title of the page, commit or thread.' }),
    publisher: Name.optional().meta({ description: 'Who publishes it.' }),
    repo: z
      .string()
      .regex(/^[A-Za-z0-9-]+\/[A-Za-z0-9._-]+$/, 'expected owner/name')
      .optional()
      .meta({ description: 'Repository, as owner/name.' }),
    path: Name.optional().meta({ description: 'Path of the file inside the repository.' }),
    commit: z
      .string()
      .regex(/^[0-9a-f]{40}$/, 'expected 40 lower-case hexadecimal digits')
      .optional()
      .meta({ description: 'Commit that was read, 40 hexadecimal digits.' }),
    commit_date: Day.optional().meta({ description: 'Date of that commit.' }),
    stated_date: PartialDate.optional().meta({ description: 'Date printed in the source itself.' }),
    retrieved: Day.meta({ description: 'When it was read.' }),
    access: SourceAccess,
    archived_url: WebAddress.optional().meta({ description: 'Address of a copy that a public archive keeps.' }),
    excerpt_only: z.boolean().optional().meta({ description: 'True when only a part of it was read.' }),
    supports: z
      .array(Name)
      .min(1)
      .optional()
      .meta({ description: 'The members of the record that this source supports; absent means the whole record.' }),
  })
  .meta({ description: 'A source of the facts in a record.' });
export type Source = z.infer<typeof Source>;

/** Doubts as published: one sentence each. */
export const Doubts = z
  .array(Sentence)
  .meta({ description: 'What is uncertain about the record, one sentence per doubt. Doubts are published.' });

/** A place in one of the sources of a record. */
export const Citation = z
  .strictObject({
    url: WebAddress.meta({
      description:
        'The address of the source, as in the sources of the record, followed by the place where that can be linked: the anchor of a heading (`#identity-registry`) or lines (`#L120`; `?plain=1#L120` in a file that its host renders).',
    }),
    locator: Sentence.meta({
      description: 'The place in it: heading, section, function, event or lines; `whole text` where all of it counts.',
    }),
  })
  .meta({ description: 'A place in one of the sources of the record.' });
export type Citation = z.infer<typeof Citation>;

/** The locator of a citation that stands for all of the source. */
export const WHOLE_TEXT = 'whole text';

/** The source that is cited, at an address with or without the place in it; undefined when it is not among these. */
export const findCited = <S extends Source>({ url }: Citation, sources: readonly S[]): S | undefined => {
  const whole = url.replace(/(\?plain=1)?#[^#]*$/, '');
  return sources.find((source) => source.url === url) ?? sources.find((source) => source.url === whole);
};

/** The citations whose address is not among the sources of the record. */
export const checkCitations = (
  citations: readonly Citation[],
  sources: readonly Source[],
  path: readonly (string | number)[],
): RuleProblem[] =>
  citations.flatMap((citation, at) =>
    problemIf(
      findCited(citation, sources) === undefined,
      [...path, at, 'url'],
      'is not among the sources of this record; expected the address of one',
    ),
  );
