/** `date` sorts by that column in ascending order, `-date` in descending order; an empty text keeps the order of the page. */
export type Order = string;

const nameOf = (order: Order): string => order.replace(/^-/, '');

/**
 * Makes a table sortable by its headers.
 * @param choose is called with the order that somebody chose by a header.
 * @returns the order of the page, and what puts the rows into an order; one that the table does not know is that of the page.
 */
export const openSort = (table: HTMLTableElement, choose: (order: Order) => void) => {
  const body = table.tBodies[0]!;
  const rows = [...body.rows];
  const heads = [...table.querySelectorAll<HTMLTableCellElement>('th[data-sort]')];
  const usual: Order = table.dataset['order'] ?? '';
  const known = (order: Order): Order =>
    heads.some(({ dataset }) => dataset['sort'] === nameOf(order)) ? order : usual;

  const valueOf = (row: HTMLTableRowElement, column: number): string => {
    const cell = row.cells[column]!;
    return cell.dataset['value'] ?? cell.textContent.trim();
  };

  let current = usual;
  const sort = (order: Order): void => {
    const isSame = order === current;
    current = order;
    const down = order.startsWith('-');
    const column = heads.findIndex(({ dataset }) => dataset['sort'] === nameOf(order));
    heads.forEach((head, at) => {
      head.ariaSort = at !== column ? null : down ? 'descending' : 'ascending';
    });
    // Rows are moved only when they have to: a long table is laid out anew each time.
    if (isSame) return;
    if (order === usual || column === -1) {
      body.append(...rows);
      return;
    }
    const at = heads[column]!.cellIndex;
    // Made when somebody sorts: it takes a tenth of a second of a phone.
    const ups = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
    const keyed = rows.map((row) => ({ row, value: valueOf(row, at) }));
    keyed.sort((a, b) => {
      // Rows without a value stay last in both orders.
      if (a.value === '' || b.value === '') return Number(a.value === '') - Number(b.value === '');
      return ups.compare(a.value, b.value) * (down ? -1 : 1);
    });
    body.append(...keyed.map(({ row }) => row));
  };

  /** One order, then the reverse, then the order of the page. */
  const next = (head: HTMLElement): Order => {
    const name = head.dataset['sort']!;
    const ways = head.dataset['first'] === 'desc' ? [`-${name}`, name] : [name, `-${name}`];
    if (current === ways[0]) return ways[1]!;
    return current === ways[1] && usual !== ways[0] ? usual : ways[0]!;
  };

  for (const head of heads) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => choose(next(head)));
  }
  table.classList.add('sortable');
  return { usual, sort: (order: Order) => sort(known(order)) };
};
