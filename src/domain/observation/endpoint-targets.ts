import type { Endpoint, IndexEntry } from '../datasets/observatory/endpoint.ts';

/** An endpoint of the subject. */
export interface EndpointTarget {
  readonly target: 'endpoint';
  readonly address: string;
  readonly endpoint: Omit<Endpoint, 'source'>;
}

/** An entry that an index shows. */
export interface IndexTarget {
  readonly target: 'index_entry';
  readonly address: string;
  readonly entry: IndexEntry;
}

interface Naming {
  readonly verifiable: readonly {
    readonly endpoints?: readonly Endpoint[] | undefined;
    readonly entries?: readonly IndexEntry[] | undefined;
  }[];
}

/** The endpoints that the checks of a record name. */
export const endpointTargets = ({ verifiable }: Naming): EndpointTarget[] =>
  verifiable.flatMap(({ endpoints = [] }) =>
    endpoints.map((endpoint) => ({ target: 'endpoint', address: endpoint.url, endpoint })),
  );

/** The entries of indexes that the checks of a record name. */
export const indexTargets = ({ verifiable }: Naming): IndexTarget[] =>
  verifiable.flatMap(({ entries = [] }) =>
    entries.map((entry) => ({ target: 'index_entry', address: entry.url, entry })),
  );
