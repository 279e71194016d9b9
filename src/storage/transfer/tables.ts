/** A table whose rows are carried into another store. */
export interface CarriedTable {
  readonly name: string;
  /** The one column of its primary key. */
  readonly key: string;
  /** The schema version that has it first. */
  readonly since: number;
  /** Whether rows are changed (`kept`), are never changed (`fixed`), or are also taken out again after a while (`passing`). */
  readonly rows: 'kept' | 'fixed' | 'passing';
  /** Whether the store numbers the rows. */
  readonly isNumbered: boolean;
}

const table = (
  name: string,
  key: string,
  since: number,
  rows: CarriedTable['rows'],
  isNumbered = false,
): CarriedTable => ({ name, key, since, rows, isNumbered });

/** What a store is made of; each table after those that it refers to. */
export const carriedTables: readonly CarriedTable[] = [
  table('intake', 'id', 1, 'kept'),
  table('intake_changes', 'id', 1, 'fixed', true),
  table('idempotency', 'key_sha256', 1, 'passing'),
  table('anchors', 'receipt_hash', 2, 'kept'),
  table('anchor_history', 'id', 2, 'fixed', true),
  table('service_keys', 'kid', 3, 'fixed'),
  table('inbox_trail', 'id', 6, 'fixed', true),
  table('retention', 'id', 6, 'kept'),
  table('decoys', 'number', 7, 'passing', true),
];

/** Tables that each store makes for itself: by migrations and triggers, or because they are about one moment. */
export const otherTables = [
  'schema_version',
  'probe',
  'chain_lease',
  'client_counts',
  'intake_totals',
  'intake_days',
  'anchor_totals',
] as const;

/** The columns that SQLite keeps as 0 or 1 and PostgreSQL as a truth value. */
export const truthColumns = ['seen_finalized'] as const;
