/** A table whose rows are carried into another store. */
export interface CarriedTable {
  readonly name: string;
  /** The one column of its primary key. */
  readonly key: string;
  /** The schema version that has it first. */
  readonly since: number;
  /** Whether a row is never changed once it is there. */
  readonly isFixed: boolean;
  /** Whether the store numbers the rows. */
  readonly isNumbered: boolean;
}

const row = (name: string, key: string, since: number, isFixed: boolean, isNumbered = false): CarriedTable => ({
  name,
  key,
  since,
  isFixed,
  isNumbered,
});

/** What a store is made of; each table after those that it refers to. */
export const carriedTables: readonly CarriedTable[] = [
  row('intake', 'id', 1, false),
  row('intake_changes', 'id', 1, true, true),
  row('idempotency', 'key_sha256', 1, true),
  row('anchors', 'receipt_hash', 2, false),
  row('anchor_history', 'id', 2, true, true),
  row('service_keys', 'kid', 3, true),
  row('inbox_trail', 'id', 6, true, true),
  row('retention', 'id', 6, false),
];

/** Tables that each store makes for itself: by migrations and triggers, or because they are about one moment. */
export const otherTables = [
  'schema_version',
  'probe',
  'chain_lease',
  'intake_totals',
  'intake_days',
  'anchor_totals',
] as const;

/** The columns that SQLite keeps as 0 or 1 and PostgreSQL as a truth value. */
export const truthColumns = ['seen_finalized'] as const;
