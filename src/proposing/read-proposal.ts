import { parse } from 'yaml';

/** What one version of a file says about a proposal. */
export interface ProposalState {
  readonly ref: string;
  readonly name: string;
  /** In the word of the body. */
  readonly status: string;
  readonly created?: string | undefined;
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
