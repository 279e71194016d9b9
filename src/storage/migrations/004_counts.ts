import type { Dialect, Migration } from '../database.ts';

/** Adds to a counter, or makes it. `rows` selects the columns of the key, the slot and the number to add. */
const add = (table: string, key: string, rows: string): string =>
  `INSERT INTO ${table} (${key}, slot, number) ${rows} ON CONFLICT (${key}, slot) DO UPDATE SET number = ${table}.number + excluded.number;`;

const addByStatus = (rows: string): string => add('intake_totals', 'kind, status', rows);
const addByDay = (rows: string): string => add('intake_days', 'day', rows);
const addByState = (rows: string): string => add('anchor_totals', 'state', rows);

const onSqlite = (name: string, event: string, ...actions: string[]): string[] => [
  `CREATE TRIGGER ${name} ${event} BEGIN ${actions.join(' ')} END`,
];

const sqliteTriggers = [
  onSqlite(
    'intake_counted',
    'AFTER INSERT ON intake',
    addByStatus('VALUES (NEW.kind, NEW.status, 0, 1)'),
    addByDay('VALUES (substr(NEW.received_at, 1, 10), 0, 1)'),
  ),
  onSqlite(
    'intake_recounted',
    'AFTER UPDATE OF status ON intake',
    addByStatus('VALUES (OLD.kind, OLD.status, 0, -1), (NEW.kind, NEW.status, 0, 1)'),
  ),
  onSqlite('anchors_counted', 'AFTER INSERT ON anchors', addByState('VALUES (NEW.state, 0, 1)')),
  onSqlite(
    'anchors_recounted',
    'AFTER UPDATE OF state ON anchors',
    addByState('VALUES (OLD.state, 0, -1), (NEW.state, 0, 1)'),
  ),
];

const onPostgres = (name: string, event: string, ...actions: string[]): string[] => [
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${actions.join(' ')} RETURN NULL; END $$`,
  `CREATE TRIGGER ${name} ${event} EXECUTE FUNCTION ${name}()`,
];

// Connections count in slots of their own, and in the order of the keys: they rarely wait for each other, and never in a
// circle. A statement that stores many requests adds once to each counter.
const SLOT = 'pg_backend_pid() % 16';
const INSERTED = 'REFERENCING NEW TABLE AS added FOR EACH STATEMENT';

const postgresTriggers = [
  onPostgres(
    'intake_counted',
    `AFTER INSERT ON intake ${INSERTED}`,
    addByStatus(`SELECT kind, status, ${SLOT}, count(*) FROM added GROUP BY kind, status ORDER BY kind, status`),
    addByDay(`SELECT substr(received_at, 1, 10), ${SLOT}, count(*) FROM added GROUP BY 1 ORDER BY 1`),
  ),
  onPostgres(
    'intake_recounted',
    'AFTER UPDATE OF status ON intake FOR EACH ROW WHEN (OLD.status <> NEW.status)',
    addByStatus(
      `SELECT kind, status, ${SLOT}, by FROM (VALUES (OLD.kind, OLD.status, -1), (NEW.kind, NEW.status, 1)) AS moved (kind, status, by) ORDER BY kind, status`,
    ),
  ),
  onPostgres(
    'anchors_counted',
    `AFTER INSERT ON anchors ${INSERTED}`,
    addByState(`SELECT state, ${SLOT}, count(*) FROM added GROUP BY state ORDER BY state`),
  ),
  onPostgres(
    'anchors_recounted',
    'AFTER UPDATE OF state ON anchors FOR EACH ROW WHEN (OLD.state <> NEW.state)',
    addByState(
      `SELECT state, ${SLOT}, by FROM (VALUES (OLD.state, -1), (NEW.state, 1)) AS moved (state, by) ORDER BY state`,
    ),
  ),
];

const countWhatIsThere = [
  'INSERT INTO intake_totals SELECT kind, status, 0, count(*) FROM intake GROUP BY kind, status',
  'INSERT INTO intake_days SELECT substr(received_at, 1, 10), 0, count(*) FROM intake GROUP BY substr(received_at, 1, 10)',
  'INSERT INTO anchor_totals SELECT state, 0, count(*) FROM anchors GROUP BY state',
];

const counterTable = (name: string, key: readonly string[], dialect: Dialect): string =>
  `CREATE TABLE ${name} (${key.map((column) => `${column} text NOT NULL, `).join('')}slot integer NOT NULL, number bigint NOT NULL, PRIMARY KEY (${key.join(', ')}, slot))${dialect === 'sqlite' ? ' WITHOUT ROWID' : ''}`;

/** Counters that triggers keep in the transaction of each change. The value of a counter is the sum over its slots. */
export const counters: Migration = {
  version: 4,
  async up(trx, dialect) {
    // On PostgreSQL nothing may be stored between the count and the triggers.
    if (dialect === 'postgres') await trx.raw('LOCK TABLE intake, anchors IN SHARE ROW EXCLUSIVE MODE');
    const statements = [
      counterTable('intake_totals', ['kind', 'status'], dialect),
      counterTable('intake_days', ['day'], dialect),
      counterTable('anchor_totals', ['state'], dialect),
      ...countWhatIsThere,
      ...(dialect === 'sqlite' ? sqliteTriggers : postgresTriggers).flat(),
    ];
    for (const statement of statements) await trx.raw(statement);
  },
};
