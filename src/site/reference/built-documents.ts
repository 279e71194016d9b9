import { SEARCH_INDEX } from '../../domain/datasets/search/search-index.ts';
import { bytesOf } from '../../http/document.ts';
import { fileHeaders } from '../../http/file-headers.ts';
import { type BuiltFile, listBuiltFiles, listDocuments } from '../catalogue.ts';

/** A document of the build: its bytes and their media type. */
export interface BuiltDocument {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

let listing: Promise<Map<string, BuiltFile['content']>> | undefined;

const list = async (): Promise<Map<string, BuiltFile['content']>> => {
  const roots = new Set((await listDocuments()).map(({ path }) => `/${path.split('/')[1]!}`));
  // The search of the running service reads an index that is no operation of its own.
  const found = await Promise.all([...roots, SEARCH_INDEX].map(listBuiltFiles));
  return new Map(found.flat().map(({ path, content }) => [path, content]));
};

/** Every document of the build by its address, made when it is asked for. */
const documents = () => (listing ??= list());

const kept = new Map<string, Promise<BuiltDocument>>();

/** The document at an address, as the build writes it; undefined when there is none. */
export const findBuilt = async (path: string): Promise<BuiltDocument | undefined> => {
  const content = (await documents()).get(path);
  if (!content) return undefined;
  const made =
    kept.get(path) ??
    (async () => ({
      mediaType: fileHeaders(path)['Content-Type']!.split(';')[0]!,
      bytes: bytesOf(await content()),
    }))();
  kept.set(path, made);
  return made;
};

/** The text of the document at an address; undefined when there is none. */
export const findBuiltText = async (path: string): Promise<string | undefined> => {
  const found = await findBuilt(path);
  return found && new TextDecoder().decode(found.bytes);
};

/** The first built address that fits a template with parameters in braces. @param accepts whether a parameter may have a value. */
export const findBuiltAddress = async (
  template: string,
  accepts: (name: string, value: string) => boolean,
): Promise<string | undefined> => {
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  return [...(await documents()).keys()].find((path) => {
    const found = pattern.exec(path);
    return found !== null && Object.entries(found.groups ?? {}).every(([name, value]) => accepts(name, value));
  });
};
