import { fileHeaders } from '../http/file-headers.ts';
import type { HeaderFields } from '../http/response-headers.ts';

/** Fields for every address that a pattern matches, as in Cloudflare's `_headers`. */
export interface HeaderBlock {
  readonly pattern: string;
  readonly fields: HeaderFields;
  /** The addresses that have their fields from it. The pattern may match others. */
  readonly addresses: readonly string[];
}

/** A block or a file, by the name that a placeholder can stand for. */
interface Named extends Omit<HeaderBlock, 'pattern'> {
  readonly name: string;
}

/** Stands for the name of a file without extension, in a pattern and its fields. */
const NAME = ':name';
/** Stands for the name of a folder whose neighbours hold the same files. */
const FOLDER = ':folder';

const replaceIn = (fields: HeaderFields, text: string, by: string): HeaderFields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value.replaceAll(text, by)]));

interface Group<Member> {
  readonly fields: HeaderFields;
  readonly members: Set<Member>;
}

/** The most of them whose fields differ by nothing but their names; undefined if no two of them do. */
const largestGroup = <Member extends Named>(all: readonly Member[], placeholder: string): Group<Member> | undefined => {
  const groups = new Map<string, Group<Member>>();
  for (const member of all) {
    // A field may contain a name by chance, so the fields as they are count too.
    for (const fields of [member.fields, replaceIn(member.fields, member.name, placeholder)]) {
      const key = JSON.stringify(fields);
      const group = groups.get(key) ?? { fields, members: new Set() };
      groups.set(key, group);
      group.members.add(member);
    }
  }
  return [...groups.values()].reduce<Group<Member> | undefined>(
    (most, group) => (group.members.size > (most?.members.size ?? 1) ? group : most),
    undefined,
  );
};

const merged = (pattern: string, { fields, members }: Group<Named>): HeaderBlock => ({
  pattern,
  fields,
  addresses: [...members].flatMap(({ addresses }) => addresses),
});

/** One block for the files with the same extension whose fields differ only by their names; one for each other. */
const blocksOfFiles = (folder: string, addresses: readonly string[]): HeaderBlock[] => {
  const byEnding = Map.groupBy(addresses, (address) => /\.[^./]+$/.exec(address)?.[0] ?? '');
  return [...byEnding].flatMap(([ending, those]) => {
    const files = those.map((address) => ({
      name: address.slice(folder.length + 1, address.length - ending.length),
      fields: fileHeaders(address),
      addresses: [address],
    }));
    // Without an ending, the pattern would match the files of the folder that have one.
    const group = ending === '' && byEnding.size > 1 ? undefined : largestGroup(files, NAME);
    const others = files.filter((file) => !group?.members.has(file));
    return [
      ...(group ? [merged(`${folder}/${NAME}${ending}`, group)] : []),
      ...others.map(({ name, ...file }) => ({ pattern: `${folder}/${name}${ending}`, ...file })),
    ];
  });
};

/** One block for the same files of neighbouring folders, such as the feeds of all datasets. */
const acrossFolders = (folder: string, below: ReadonlyMap<string, readonly HeaderBlock[]>): HeaderBlock[] => {
  const named = [...below].flatMap(([inside, blocks]) =>
    blocks.map((block) => ({
      ...block,
      name: inside.slice(folder.length + 1),
      rest: block.pattern.slice(inside.length),
    })),
  );
  return [...Map.groupBy(named, ({ rest }) => rest)].flatMap(([rest, those]) => {
    // A pattern may name a placeholder once only.
    const group = rest.includes(FOLDER) ? undefined : largestGroup(those, FOLDER);
    const others = those.filter((block) => !group?.members.has(block));
    return [...(group ? [merged(`${folder}/${FOLDER}${rest}`, group)] : []), ...others];
  });
};

/** Blocks for the addresses below a folder, each of which has its fields from one of them. */
export const blocksBelow = (folder: string, addresses: readonly string[]): HeaderBlock[] => {
  const all = folder === '' || addresses.length < 2 ? [] : addresses.map(fileHeaders);
  if (all.length > 0 && new Set(all.map((fields) => JSON.stringify(fields))).size === 1) {
    return [{ pattern: `${folder}/*`, fields: all[0]!, addresses }];
  }
  const inside = Map.groupBy(addresses, (address) => {
    const end = address.indexOf('/', folder.length + 1);
    return end === -1 ? folder : address.slice(0, end);
  });
  const files = blocksOfFiles(folder, inside.get(folder) ?? []);
  inside.delete(folder);
  const below = new Map([...inside].map(([name, those]) => [name, blocksBelow(name, those)]));
  // Below the root, one placeholder would match every folder there is.
  return [...files, ...(folder === '' ? [...below.values()].flat() : acrossFolders(folder, below))];
};
