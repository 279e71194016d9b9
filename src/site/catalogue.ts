import type { Endpoint } from '../http/answer.ts';
import type { Content, DocumentInstance, DocumentRoute } from '../http/document.ts';
import type { Method, Operation } from '../http/operation.ts';
import type { Resource } from '../http/resource.ts';

/** An operation with its address as OpenAPI writes it, for instance `/api/intake/{id}`. */
export interface CataloguedOperation {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}

/** A prebuilt document with its address. A parameter in braces means that the address has a file for each value. */
export interface CataloguedDocument {
  readonly path: string;
  readonly document: DocumentInstance;
}

interface RouteModule {
  readonly ALL?: Partial<Resource> & Pick<Endpoint, 'answer'>;
  readonly GET?: Partial<DocumentRoute> & ((context: BuildContext) => Response | Promise<Response>);
  readonly getStaticPaths?: () => BuiltPath[] | Promise<BuiltPath[]>;
}

/** What Astro hands to an endpoint that it builds, as far as ours read it. */
interface BuildContext {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly props: object;
  readonly url: URL;
}

type BuiltPath = Pick<BuildContext, 'params'> & Partial<Pick<BuildContext, 'props'>>;

/** A file that the build makes or copies, with its address. */
export interface BuiltFile {
  readonly path: string;
  readonly content: () => Content | Promise<Content>;
}

/** An address that answers live, whatever protocol it speaks. */
export interface LiveEndpoint extends Pick<Endpoint, 'answer'> {
  /** As OpenAPI writes it. */
  readonly path: string;
}

// Loaded on demand, not eagerly: some of these modules build documents from this list.
// Without `exhaustive` Vite ignores folders whose name begins with a dot, such as .well-known.
const routes = import.meta.glob<RouteModule>('../pages/**/*.ts', { exhaustive: true });

const loadRoutes = (): Promise<(readonly [string, RouteModule])[]> =>
  Promise.all(Object.entries(routes).map(async ([file, load]) => [file, await load()] as const));

const addressOf = (file: string): string =>
  file
    .replace(/^\.\.\/pages/, '')
    .replace(/\.ts$/, '')
    .replace(/\/index$/, '')
    .replaceAll(/\[(\w+)\]/g, '{$1}');

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : Number(a.path > b.path));

/** Every operation that is answered live, found by its file, sorted by address. */
export const listOperations = async (): Promise<CataloguedOperation[]> =>
  (await loadRoutes())
    .flatMap(([file, { ALL }]) =>
      Object.entries(ALL?.operations ?? {}).map(([method, operation]) => ({
        method: method as Method,
        path: addressOf(file),
        operation,
      })),
    )
    .toSorted(byPath);

/** Every prebuilt document, sorted by address. */
export const listDocuments = async (): Promise<CataloguedDocument[]> =>
  (await loadRoutes())
    .flatMap(([file, { GET }]) =>
      (GET?.documents ?? []).map((document) => ({
        path:
          document.path ??
          addressOf(file).replaceAll(/\{(\w+)\}/g, (open, name: string) => document.params[name] ?? open),
        document,
      })),
    )
    .toSorted(byPath);

/** Every endpoint that answers live, of every protocol. */
export const listEndpoints = async (): Promise<LiveEndpoint[]> =>
  (await loadRoutes()).flatMap(([file, { ALL }]) => (ALL ? [{ path: addressOf(file), answer: ALL.answer }] : []));

/** The address of a file below a route, by the values of its parameters. */
const filledIn = (file: string, params: BuildContext['params']): string =>
  addressOf(file).replaceAll(
    /\{(\w+)\}|\[\.{3}(\w+)\]/g,
    (_, one?: string, rest?: string) => params[(one ?? rest)!] ?? '',
  );

const isBelow =
  (folder: string) =>
  ([file]: readonly [string, RouteModule]) =>
    addressOf(file).startsWith(folder);

/** The files of every prebuilt document below a folder of addresses, each made when it is asked for. */
const listDocumentFiles = async (folder: string): Promise<BuiltFile[]> => {
  const found = await Promise.all(
    (await loadRoutes())
      .filter(isBelow(folder))
      .map(async ([file, { GET }]) =>
        ((await GET?.files?.()) ?? []).map(({ params, content }) => ({ path: filledIn(file, params), content })),
      ),
  );
  return found.flat();
};

/** The other files that the build makes at addresses without parameters below a folder. */
const listOtherFiles = async (folder: string): Promise<BuiltFile[]> =>
  (await loadRoutes()).filter(isBelow(folder)).flatMap(([file, { GET, getStaticPaths }]) => {
    if (!GET || GET.files || getStaticPaths) return [];
    const path = addressOf(file);
    const context = { params: {}, props: {}, url: new URL(path, import.meta.env.SITE) };
    return [{ path, content: async () => new Uint8Array(await (await GET(context)).arrayBuffer()) }];
  });

/** The files that the build makes below a folder of addresses, except pages and pictures. */
export const listBuiltFiles = async (folder: string): Promise<BuiltFile[]> => [
  ...(await listDocumentFiles(folder)),
  ...(await listOtherFiles(folder)),
];
