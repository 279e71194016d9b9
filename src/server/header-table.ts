import { fileHeaders } from '../http/file-headers.ts';
import { type HeaderFields, securityHeaders } from '../http/response-headers.ts';

/** The file in which a build writes the header table for a CDN. */
export const HEADER_TABLE = '_headers';

/** Fields for every address that a pattern matches, as in Cloudflare's `_headers`. */
interface Block {
  readonly pattern: string;
  readonly fields: HeaderFields;
  /** The addresses that have their fields from it. The pattern may match others. */
  readonly addresses: readonly string[];
}

/** What a placeholder may stand for: the name of a file without extension, or a folder below the first one. */
const placeholders = {
  // A page at the root has no extension: its pattern would match the address of every other page.
  ':name': /(?<=\/)[^/]+(?=\.[^./]+$)|(?<=\/[^]+\/)[^/.]+$/,
  ':folder': /(?<=^\/[^/]+\/)[^/]+(?=\/)/,
} as const;
type Placeholder = keyof typeof placeholders;

const replaceIn = (fields: HeaderFields, word: string, by: string): HeaderFields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value.replaceAll(word, by)]));

/** A block with a placeholder in its pattern: in its fields, too, and as they are, since they may hold the word by chance. */
const widen = ({ pattern, fields, addresses }: Block, placeholder: Placeholder): Block[] => {
  const word = placeholders[placeholder].exec(pattern)?.[0];
  if (word === undefined) return [];
  const wide = pattern.replace(placeholders[placeholder], placeholder);
  return [replaceIn(fields, word, placeholder), fields].map((of) => ({ pattern: wide, fields: of, addresses }));
};

/** Blocks that each stand for several of the given ones, and those for which none does. */
const mergeBy = (placeholder: Placeholder, blocks: readonly Block[]): { merged: Block[]; rest: Block[] } => {
  const wide = Map.groupBy(
    blocks.flatMap((block) => widen(block, placeholder)),
    ({ pattern }) => pattern,
  );
  const merged = [...wide].flatMap(([pattern, alike]) => {
    const groups = [...Map.groupBy(alike, ({ fields }) => JSON.stringify(fields)).values()].map((group) => ({
      pattern,
      fields: group[0]!.fields,
      addresses: [...new Set(group.flatMap(({ addresses }) => addresses))],
      // A block whose fields do not hold the word is there twice.
      members: new Set(group.map(({ addresses }) => addresses)).size,
    }));
    const largest = groups.reduce((most, group) => (group.addresses.length > most.addresses.length ? group : most));
    return largest.members > 1 ? [largest] : [];
  });
  const taken = new Set(merged.flatMap(({ addresses }) => addresses));
  return { merged, rest: blocks.filter(({ addresses }) => !taken.has(addresses[0]!)) };
};

/** The addresses to which a CDN applies a pattern. */
const matcher = (pattern: string): RegExp => new RegExp(`^${pattern.split(/:\w+/).map(RegExp.escape).join('[^/]+')}$`);

/** Blocks, the wider ones first, so that each address has its fields from the last block that matches it. */
const blocksFor = (addresses: readonly string[]): Block[] => {
  const files = addresses.map((address) => ({ pattern: address, fields: fileHeaders(address), addresses: [address] }));
  const names = mergeBy(':name', files);
  const folders = mergeBy(':folder', names.merged);
  const single = mergeBy(':folder', names.rest);
  return [...folders.merged, ...folders.rest, ...single.merged, ...single.rest];
};

/** A block as text. It first takes back what blocks before it set for its addresses. */
const written = ({ pattern, fields, addresses }: Block, before: readonly Block[]): string => {
  const wider = before.filter((block) => {
    const matches = matcher(block.pattern);
    return addresses.some((address) => matches.test(address));
  });
  const lines = [
    ...[...new Set(wider.flatMap((block) => Object.keys(block.fields)))].map((name) => `! ${name}`),
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${pattern}\n${lines.map((line) => `  ${line}\n`).join('')}`;
};

/**
 * The header table for a CDN that reads `_headers`: the fields that the front sends for each address. A CDN accepts few blocks
 * (Cloudflare 100), so one stands for many addresses where possible. It applies every block that matches, in order, and joins the
 * values when two of them set the same field.
 */
export const headerTable = (addresses: readonly string[], siteUrl: string): string => {
  const always = securityHeaders(siteUrl);
  const everywhere: Block = { pattern: '/*', fields: always, addresses: [] };
  const blocks = blocksFor(addresses);
  const own = blocks.map((block, at) => {
    const replaced = Object.entries(always).filter(([name]) => name in block.fields);
    const before = { ...block, fields: Object.fromEntries(replaced) };
    return written(block, [before, ...blocks.slice(0, at)]);
  });
  return [written(everywhere, []), ...own].join('\n');
};
