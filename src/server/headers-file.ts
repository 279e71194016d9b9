import { type HeaderFields, securityHeaders } from '../http/response-headers.ts';
import { blocksBelow, type HeaderBlock } from './header-blocks.ts';

const placeholders = (pattern: string): number => pattern.match(/[*:]/g)?.length ?? 0;

/** Whether a CDN applies the block of the pattern to an address. */
const matcher = (pattern: string): RegExp => {
  const parts = pattern.split(/(\*|:\w+)/).map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}$`);
};

/** The block as text. It first takes back what blocks before it set for its addresses. */
const written = ({ pattern, fields, addresses }: HeaderBlock, before: readonly HeaderBlock[]): string => {
  const wider = before.filter((block) => {
    const matches = matcher(block.pattern);
    return addresses.some((address) => matches.test(address));
  });
  const takenBack = new Set(wider.flatMap((block) => Object.keys(block.fields)));
  const lines = [
    ...[...takenBack].map((name) => `! ${name}`),
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${pattern}\n${lines.map((line) => `  ${line}\n`).join('')}`;
};

/**
 * The header table for a CDN that reads `_headers`: the fields that the front sends for each address.
 * A CDN accepts few blocks (Cloudflare 100), so one block covers a whole folder, or the same files of several
 * folders, where possible. It applies every block that matches, in order, and joins the values when two of them set
 * the same field. So the wider blocks come first, and a narrower one takes their fields back (`! Name`).
 */
export const headersFile = (addresses: readonly string[], siteUrl: string): string => {
  const blocks = blocksBelow('', addresses).toSorted((a, b) => placeholders(b.pattern) - placeholders(a.pattern));
  const everywhere = { pattern: '/*', fields: securityHeaders(siteUrl), addresses: [] };
  const ofEvery = (fields: HeaderFields): HeaderFields =>
    Object.fromEntries(Object.entries(everywhere.fields).filter(([name]) => name in fields));
  return [
    written(everywhere, []),
    ...blocks.map((block, at) =>
      written(block, [{ ...everywhere, fields: ofEvery(block.fields) }, ...blocks.slice(0, at)]),
    ),
  ].join('\n');
};
