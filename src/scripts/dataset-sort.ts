/** `date` sorts by that column in ascending order, `-date` in descending order; an empty text keeps the order of the page. */
type Order = string;

const ups = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const makeSortable = (table: HTMLTableElement): void => {
  const body = table.tBodies[0]!;
  const rows = [...body.rows];
  const heads = [...table.querySelectorAll<HTMLTableCellElement>('th[data-sort]')];
  const usual: Order = table.dataset['order'] ?? '';

  const valueOf = (row: HTMLTableRowElement, column: number): string => {
    const cell = row.cells[column]!;
    return cell.dataset['value'] ?? cell.textContent.trim();
  };

  const sort = (order: Order): void => {
    const down = order.startsWith('-');
    const column = heads.findIndex((head) => head.dataset['sort'] === order.replace(/^-/, ''));
    heads.forEach((head, at) => {
      if (at === column) head.ariaSort = down ? 'descending' : 'ascending';
      else head.ariaSort = null;
    });
    if (order === usual || column === -1) {
      body.append(...rows);
      return;
    }
    const at = heads[column]!.cellIndex;
    const keyed = rows.map((row) => ({ row, value: valueOf(row, at) }));
    keyed.sort((a, b) => {
      // Rows without a value stay last in both orders.
      if (a.value === '' || b.value === '') return Number(a.value === '') - Number(b.value === '');
      return ups.compare(a.value, b.value) * (down ? -1 : 1);
    });
    body.append(...keyed.map(({ row }) => row));
  };

  const known = (order: Order | null): Order =>
    order !== null && heads.some((head) => head.dataset['sort'] === order.replace(/^-/, '')) ? order : usual;
  const asked = (): Order => known(new URLSearchParams(location.search).get('sort'));

  /** One order, then the reverse, then the order of the page. */
  const next = (head: HTMLElement): Order => {
    const name = head.dataset['sort']!;
    const ways = head.dataset['first'] === 'desc' ? [`-${name}`, name] : [name, `-${name}`];
    const now = asked();
    if (now === ways[0]) return ways[1]!;
    return now === ways[1] && usual !== ways[0] ? usual : ways[0]!;
  };

  for (const head of heads) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const order = next(head);
      const query = new URLSearchParams(location.search);
      if (order === usual) query.delete('sort');
      else query.set('sort', order);
      const text = query.toString();
      history.replaceState(null, '', `${location.pathname}${text === '' ? '' : `?${text}`}${location.hash}`);
      sort(order);
    });
  }
  table.classList.add('sortable');
  const restore = (): void => sort(asked());
  addEventListener('popstate', restore);
  addEventListener('pageshow', restore);
  restore();
};

document.querySelectorAll<HTMLTableElement>('table[data-sortable]').forEach(makeSortable);
