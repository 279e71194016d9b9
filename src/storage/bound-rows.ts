import type { Dialect } from './database.ts';

/**
 * The SELECT of rows that are bound as one text: a JSON list of lists. One prepared statement for any number of rows: building a
 * statement per flush costs more than storing the rows, and a list of values is limited to 500 rows in SQLite.
 * @param count the number of columns
 */
export const selectRows = (dialect: Dialect, count: number): string => {
  const cells = Array.from({ length: count }, (_, at) => `value->>${at}`).join(', ');
  return `SELECT ${cells} FROM ${dialect === 'sqlite' ? 'json_each(?)' : 'json_array_elements(?::json) AS entries(value)'}`;
};
