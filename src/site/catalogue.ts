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
  readonly ALL?: Partial<Resource>;
  readonly GET?: Partial<Pick<DocumentRoute, 'documents'>>;
}

// Loaded on demand, not eagerly: some of these modules build documents from this list.
// Without `exhaustive` Vite ignores folders whose name begins with a dot, such as .well-known.
const routes = import.meta.glob<RouteModule>('../pages/**/*.ts', { exhaustive: true });

const loadRoutes = (): Promise<(readonly [string, RouteModule])[]> =>
  Promise.all(Object.entries(routes).map(async ([file, load]) => [file, await load()] as const));

/** The address of a file below `pages/`, with its parameters as OpenAPI writes them. */
export const addressOf = (file: string): string =>
  file
    .replace(/^\.\.\/pages/, '')
    .replace(/\.(ts|astro)$/, '')
    .replace(/\/index$/, '')
    .replaceAll(/\[(\w+)\]/g, '{$1}') || '/';

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
