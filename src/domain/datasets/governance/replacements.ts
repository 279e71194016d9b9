import type { DecisionRecord } from './record.ts';

/**
 * The decisions of which one replaced another, directly or through others: each line ends with the one that nothing
 * replaced. A decision that several replaced is in the line of the first of them.
 * @param records in the order of their dataset, the oldest first; they name no circle.
 */
export const linesOfReplacement = (records: readonly DecisionRecord[]): DecisionRecord[][] => {
  const byId = new Map(records.map((record) => [record.id, record]));
  const endOf = (record: DecisionRecord): DecisionRecord => {
    const next = byId.get(record.superseded_by?.[0] ?? '');
    return next === undefined ? record : endOf(next);
  };
  return [...Map.groupBy(records, endOf)]
    .filter(([, { length }]) => length > 1)
    .map(([end, those]) => [...those.filter((one) => one !== end), end]);
};
