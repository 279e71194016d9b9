import { datasets } from '../../dataset-files/registry.ts';
import { capitalized } from '../../domain/vocabulary/words.ts';
import type { OpenApiDocument, OperationObject } from '../../http/openapi.ts';
import { groupPage, schemaPage } from '../../http/reference-paths.ts';
import { openApi } from '../openapi.ts';

/** An operation of the reference. */
export interface ListedOperation {
  readonly method: 'get' | 'post';
  /** As OpenAPI writes it. */
  readonly path: string;
  readonly operation: OperationObject;
  /** Its name on its page, which says what it is about. */
  readonly heading: string;
}

/** The operations of one page of the reference. */
export interface ReferencePage {
  readonly title: string;
  /** A shorter title, for lists. */
  readonly label: string;
  /** The address of the page. */
  readonly page: string;
  readonly operations: readonly ListedOperation[];
}

/** A group of operations, as the contents list it: one page, or a page for each dataset after it. */
export interface ReferenceGroup extends ReferencePage {
  readonly description: string;
  /** The id of the group, at which older links point. */
  readonly id: string;
  readonly parts: readonly ReferencePage[];
}

/** The tag whose operations are the same for each dataset. */
const DATASETS = 'Datasets';

/** A summary without the name of its dataset, which its page bears. */
const headingIn = (title: string, summary: string): string => {
  const rest = summary.startsWith(title) ? summary.slice(title.length).replace(/^,? /, '') : summary;
  return rest === '' ? 'The document' : capitalized(rest);
};

const isAbout = (path: string, dataset: string): boolean => new RegExp(`/${dataset}[./]`).test(path);

/** The operations of an OpenAPI document by their groups, in the order of its tags. */
export const groupsOf = (api: OpenApiDocument): ReferenceGroup[] => {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    (['get', 'post'] as const).flatMap((method): ListedOperation[] =>
      methods[method] ? [{ path, method, operation: methods[method], heading: methods[method].summary }] : [],
    ),
  );
  return api.tags.map(({ name, description }) => {
    const those = operations.filter(({ operation }) => operation.tags.includes(name));
    const parts =
      name === DATASETS
        ? datasets.map(({ id, title, shortTitle, label }) => ({
            title: shortTitle,
            label,
            page: groupPage(name, id),
            operations: those
              .filter(({ path }) => isAbout(path, id))
              .map((one) => ({ ...one, heading: headingIn(title, one.operation.summary) }))
              .toSorted((a, b) => Number(b.path.startsWith('/static/')) - Number(a.path.startsWith('/static/'))),
          }))
        : [];
    const inParts = new Set(parts.flatMap((part) => part.operations.map(({ path }) => path)));
    return {
      title: name,
      label: name,
      description,
      id: `group-${name.toLowerCase()}`,
      page: groupPage(name),
      operations: those.filter(({ path }) => !inParts.has(path)),
      parts,
    };
  });
};

/** Every page of groups, with what it belongs to. */
export const pagesOf = (groups: readonly ReferenceGroup[]): { group: ReferenceGroup; shown: ReferencePage }[] =>
  groups.flatMap((group) => [{ group, shown: group }, ...group.parts.map((shown) => ({ group, shown }))]);

/** An operation that each part of a group has, with its address in each. */
export interface SharedOperation extends Pick<ListedOperation, 'method' | 'heading'> {
  /** With `{dataset}` for what differs. */
  readonly path: string;
  readonly each: readonly { readonly label: string; readonly id: string; readonly address: string }[];
}

/** The operations of the parts of a group, those with the same shape as one. */
export const sharedOf = ({ parts }: ReferenceGroup): SharedOperation[] => {
  const all = parts.flatMap(({ label, page, operations }) =>
    operations.map(({ method, path, heading, operation: { operationId: id } }) => ({
      method,
      heading,
      path: path.replace(page.split('/').at(-1)!, '{dataset}'),
      each: { label, id, address: `${page}#${id}` },
    })),
  );
  return [...Map.groupBy(all, ({ path }) => path).values()].map((those) => ({
    ...those[0]!,
    each: those.map(({ each }) => each),
  }));
};

/** The addresses of the pages about groups and schemas. */
export const listReferencePages = async (): Promise<string[]> => {
  const api = await openApi();
  return [
    ...pagesOf(groupsOf(api)).map(({ shown }) => shown.page),
    ...Object.keys(api.components.schemas).map(schemaPage),
  ];
};
