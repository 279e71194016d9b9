import { parse } from 'yaml';

/** What one version of a file says about a proposal. */
export interface ProposalState {
  readonly ref: string;
  readonly name: string;
  /** In the word of the body. */
  readonly status: string;
  readonly created?: string | undefined;
  /** The day that the text states; without it, that of the commit counts. */
  readonly on?: string | undefined;
}

const oneLine = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

const dayIn = (value: unknown): string | undefined => /^\d{4}-\d\d-\d\d/.exec(oneLine(String(value ?? '')))?.[0];

const stateOf = (ref: string, name: unknown, status: unknown, created: unknown): ProposalState | undefined =>
  typeof status === 'string' && oneLine(status) !== ''
    ? {
        ref,
        name: oneLine(typeof name === 'string' ? name : '') || ref,
        status: oneLine(status),
        created: dayIn(created),
      }
    : undefined;

/** The front matter of a text; without members where it has none or it is broken. */
const frontMatter = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = parse(/^---\r?\n(.*?)\r?\n---/s.exec(text)?.[1] ?? '', { schema: 'failsafe' });
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** The state that a front matter with title, status and created gives (EIP-1). */
export const readFrontMatter = (text: string, ref: string): ProposalState | undefined => {
  const { title, status, created } = frontMatter(text);
  return stateOf(ref, title, status, created);
};

const listed = (text: string, name: string): string | undefined =>
  new RegExp(String.raw`^- \*\*${name}\*\*: *(.+)$`, 'm').exec(text)?.[1];

/** The state of a proposal of MCP: a list below its heading. */
export const readSep = (text: string, ref: string): ProposalState | undefined =>
  stateOf(ref, /^# (?:SEP-\w+: )?(.+)$/m.exec(text)?.[1], listed(text, 'Status'), listed(text, 'Created'));

/** A text that is there by its being decided: its name is its first heading or its title. @param on the day, where it is known. */
export const readEntered = (text: string, ref: string, status: string, on?: string): ProposalState | undefined => {
  const name = /^# (.+)$|<title>([^<]+)|^ +content: (.+)$/m.exec(text)?.slice(1).find(Boolean);
  const state = stateOf(ref, name, status, undefined);
  return state && { ...state, on };
};

/** What an entry in the history of a draft at the Datatracker says that the body did. */
const draftActions = {
  'Working group document': /New version available: draft-ietf-\S+-00\.txt/,
  'IETF Last Call': /IESG state changed to In Last Call/,
  'Approved by the IESG': /IESG has approved the document/,
  RFC: /changed state to RFC\b|RFC published/,
};

/** The states in the history of a draft: a page of the Datatracker, or its text. The page begins with the newest. */
export const readDraftHistory = (page: string, ref: string): ProposalState[] => {
  const lines = page
    .replaceAll(/<[^>]+>/g, '\n')
    .split(/[\n|]/)
    .map(oneLine)
    .filter((line) => line !== '');
  const name = lines[lines.findIndex((line) => line.startsWith(`${ref}-`)) - 1];
  const entries = lines.join('\n').split(/^(?=\d{4}-\d\d-\d\d$)/m).slice(1).toReversed(); // prettier-ignore
  return entries.flatMap((entry) =>
    Object.entries(draftActions)
      .filter(([, said]) => said.test(entry.replaceAll('\n', ' ')))
      .map(([status]) => ({ ...stateOf(ref, name, status, undefined)!, on: entry.slice(0, 10) })),
  );
};
