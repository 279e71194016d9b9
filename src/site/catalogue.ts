import type { Endpoint } from '../http/answer.ts';
import type { DocumentInstance, DocumentRoute } from '../http/document.ts';
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

/** A file that the build makes, with its address. */
export interface BuiltFile {
  readonly path: string;
  readonly answer: () => Promise<Response>;
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

/** The files that the build makes below a folder of addresses, made again when they are asked for. */
export const listBuiltFiles = async (folder: string): Promise<BuiltFile[]> => {
  const found = await Promise.all(
    (await loadRoutes()).map(async ([file, { GET, getStaticPaths }]): Promise<BuiltFile[]> => {
      if (!GET || !addressOf(file).startsWith(folder)) return [];
      const at = (path: string, { params, props = {} }: BuiltPath): BuiltFile => ({
        path,
        answer: async () => GET({ params, props, url: new URL(path, import.meta.env.SITE) }),
      });
      if (!getStaticPaths) return [at(addressOf(file), { params: {} })];
      return (await getStaticPaths()).map((built) =>
        at(
          addressOf(file).replaceAll(
            /\{(\w+)\}|\[\.{3}(\w+)\]/g,
            (_, one?: string, rest?: string) => built.params[(one ?? rest)!] ?? '',
          ),
          built,
        ),
      );
    }),
  );
  return found.flat();
};
