import { bytesOfBase64Url, hexOf } from './bytes.ts';
import { sectionPath } from './service.ts';

/** What people hold; {@link readHeld} tells these apart. */
export type HeldKind = 'document' | 'hash' | 'beginning' | 'request' | 'address' | 'account' | 'words';

/** What somebody holds. */
export interface Held {
  readonly kind: HeldKind;
  /** A hash or its beginning in lower case, the id of a request, the path of an address of a service, else the text itself. */
  readonly value: string;
}

const lowerCase = (digits: string): string => digits.toLowerCase();

const digitsOf = (base64: string): string => hexOf(bytesOfBase64Url(base64));

/** The page of what a file of a record is about, by its path. */
const pageOfFile = (path: string): string => path.replace(/^\/data\/([\w-]+)\/records\/(.+)\.json$/, '/$1/$2');

/** Every kind of thing that people hold, in the order in which they are tried; what is of none is words (SPEC.md §13.4). */
const kinds: readonly { kind: HeldKind; pattern: RegExp; read?: (found: string) => string }[] = [
  { kind: 'document', pattern: /^([[{][^]*)$/ },
  { kind: 'hash', pattern: /^(?:0x|sha-?256[:=-]?)?([0-9a-f]{64})$/i, read: lowerCase },
  { kind: 'hash', pattern: /^sha-?256[:=-]:?([\w+/-]{43})=?:?$/i, read: digitsOf },
  { kind: 'hash', pattern: /^(?:https?:\/)?\/\S*[/=]([0-9a-f]{64})(?![0-9a-f])\S*$/i, read: lowerCase },
  { kind: 'beginning', pattern: /^(?:0x|sha-?256:)?([0-9a-f]{8,63})…?$/i, read: lowerCase },
  { kind: 'request', pattern: /^(?:\S*\/intake\/)?([0-9a-hjkmnp-tv-z]{24})$/i, read: lowerCase },
  { kind: 'address', pattern: /^(?:SPEC(?:\.md)? ?)?§ ?(\d{1,2}(?:\.\d{1,2})?)$/i, read: sectionPath },
  { kind: 'address', pattern: /^(?:https?:\/\/[^/\s]+)?(\/[^\s?]+)(?:\?\S*)?$/, read: pageOfFile },
  { kind: 'account', pattern: /^([-a-z0-9]{3,8}:[-\w]{1,32}:[-.%a-zA-Z0-9]{1,128})$/ },
];

/** How many characters are read at most, so that signs without end cost nothing. */
const LONGEST = 2_000;

/**
 * Reads what somebody typed, pasted or sent: a document, a hash in any notation or its first digits, a request, an address, an
 * account, else words. Space around it, the signs of a sentence, and space within a hash do not count.
 */
export const readHeld = (text: string): Held => {
  const bare = text
    .trim()
    .slice(0, LONGEST)
    .replaceAll(/^["'“‘`(<]+|["'”’`)>.,;!?]+$/g, '');
  const joined = bare.replaceAll(/\s+/g, '');
  for (const { kind, pattern, read = (found: string) => found } of kinds) {
    const found = pattern.exec(kind === 'hash' ? joined : bare)?.[1];
    if (found !== undefined) return { kind, value: read(found) };
  }
  return { kind: 'words', value: bare };
};
