import { find } from './page-elements.ts';

/** Rows that a narrow screen shows at first, and with each step. */
const STEP = 20;

/** Keeps a list on narrow screens short: the first rows, and more when asked. Wide screens and paper have them all. */
export const openMore = (table: HTMLTableElement) => {
  const more = find('[data-more]');
  const [step, all] = [find<HTMLButtonElement>('[data-step]', more), find<HTMLButtonElement>('[data-all]', more)];
  const body = table.tBodies[0]!;
  // Asking the page itself would lay out all of the rows that are left out next.
  const narrow = matchMedia('(max-width: 48rem)');
  let room = STEP;

  const wanted = (): HTMLElement[] => [...body.rows].filter((row) => !row.hidden);

  const cut = (): void => {
    const rows = wanted();
    rows.forEach((row, at) => row.toggleAttribute('data-later', narrow.matches && at >= room));
    const left = narrow.matches ? rows.length - room : 0;
    more.hidden = left <= 0;
    step.hidden = left <= STEP;
    step.textContent = `Show ${STEP} more`;
    all.textContent = left <= STEP ? `Show ${left} more` : `Show all ${rows.length}`;
  };

  const show = (count: number): void => {
    const next = wanted()[room];
    room += count;
    // Going back shows as much of the list as there was.
    history.replaceState({ room }, '');
    cut();
    next?.querySelector<HTMLElement>('th a')?.focus();
  };

  step.addEventListener('click', () => show(STEP));
  all.addEventListener('click', () => show(Number.MAX_SAFE_INTEGER));
  narrow.addEventListener('change', cut);
  return {
    cut,
    /** Begins again with as many rows as this step of the history had. */
    restore: (): void => {
      room = (history.state as { room?: number } | null)?.room ?? STEP;
    },
  };
};
