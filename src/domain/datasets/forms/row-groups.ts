/** Rows in groups of at most so many, in their order; one empty group where there is no row. */
export function* rowGroups<Row>(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let group: Row[] = [];
  let isFirst = true;
  for (const row of rows) {
    if (group.length === size) {
      yield group;
      group = [];
      isFirst = false;
    }
    group.push(row);
  }
  if (isFirst || group.length > 0) yield group;
}
