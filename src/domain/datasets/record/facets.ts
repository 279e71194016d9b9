/** What a record is listed with and filtered by, besides its confidence. */
export interface RecordFacets {
  /** A few words beside its name, for people. */
  readonly about: string;
  readonly ecosystem?: string | undefined;
  /** The chains that it is on (CAIP-2). */
  readonly chains?: readonly string[];
  /** The results that its checks have. */
  readonly checks?: readonly string[];
}
