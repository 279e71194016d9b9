import { fileHeaders, type HeaderFields, securityHeaders } from '../http/response-headers.ts';

/** Fields for every address that a pattern matches, as in Cloudflare's `_headers`. */
interface HeaderBlock {
  readonly pattern: string;
  readonly fields: HeaderFields;
}

/** The placeholder for the name of a file, without extension, in a pattern and its fields. */
const PLACEHOLDER = ':name';

const same = (all: readonly HeaderFields[]): boolean => new Set(all.map((fields) => JSON.stringify(fields))).size === 1;

const replaceIn = (fields: HeaderFields, text: string, by: string): HeaderFields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value.replaceAll(text, by)]));

/** One block for the files of a folder with the same extension, if their fields differ only by their names. */
const findNamedBlock = (folder: string, ending: string, addresses: readonly string[]): HeaderBlock | undefined => {
  const [first] = addresses;
  if (first === undefined || addresses.length < 2) return undefined;
  const nameOf = (address: string): string => address.slice(folder.length + 1, address.length - ending.length);
  const fields = replaceIn(fileHeaders(first), nameOf(first), PLACEHOLDER);
  // A field may contain a name by chance, so the result of the block is compared for each file.
  const holds = addresses.every((address) =>
    same([fileHeaders(address), replaceIn(fields, PLACEHOLDER, nameOf(address))]),
  );
  return holds ? { pattern: `${folder}/${PLACEHOLDER}${ending}`, fields } : undefined;
};

const blocksIn = (folder: string, addresses: readonly string[]): HeaderBlock[] => {
  const exact = (address: string): HeaderBlock => ({ pattern: address, fields: fileHeaders(address) });
  const byEnding = Map.groupBy(addresses, (address) => /\.[^./]+$/.exec(address)?.[0] ?? '');
  return [...byEnding].flatMap(([ending, those]) => {
    // Without an ending, the pattern would match the files of the folder that have one.
    const block = ending === '' && byEnding.size > 1 ? undefined : findNamedBlock(folder, ending, those);
    return block ?? those.map(exact);
  });
};

/** The blocks for the addresses below a folder. No two of them match the same address. */
const blocksBelow = (folder: string, addresses: readonly string[]): HeaderBlock[] => {
  const all = folder === '' || addresses.length < 2 ? [] : addresses.map(fileHeaders);
  if (all.length > 0 && same(all)) return [{ pattern: `${folder}/*`, fields: all[0]! }];
  const inside = Map.groupBy(addresses, (address) => {
    const end = address.indexOf('/', folder.length + 1);
    return end === -1 ? folder : address.slice(0, end);
  });
  return [...inside].flatMap(([below, those]) =>
    below === folder ? blocksIn(folder, those) : blocksBelow(below, those),
  );
};

/**
 * The header table for a CDN that reads `_headers`: the fields that the front sends for each address.
 * A CDN accepts few blocks (Cloudflare 100) and joins the values when two of them set the same field. So one
 * block covers a whole folder where possible, and apart from the fields of every answer no address gets
 * fields from two blocks.
 */
export const headersFile = (addresses: readonly string[], siteUrl: string): string =>
  [{ pattern: '/*', fields: securityHeaders(siteUrl) }, ...blocksBelow('', addresses)]
    .map(({ pattern, fields }) => [pattern, ...Object.entries(fields).map(([name, value]) => `  ${name}: ${value}\n`)])
    .map(([pattern, ...lines]) => `${pattern}\n${lines.join('')}`)
    .join('\n');
