import { find, findAll } from './page-elements.ts';

/** The rows of a CSV file, the head first; line breaks within quotes belong to a row. */
const rowsOf = (csv: string): string[] => csv.match(/(?:[^"\n]|"(?:[^"]|"")*")+\n?/g) ?? [];

const forms: Readonly<Record<string, (text: string, ids: ReadonlySet<string>) => string>> = {
  csv: (text, ids) => {
    const [head = '', ...rows] = rowsOf(text);
    return head + rows.filter((row) => ids.has(row.slice(0, row.indexOf(',')))).join('');
  },
  json: (text, ids) => {
    const { title, version, license, entries } = JSON.parse(text) as Readonly<Record<string, unknown>> & {
      entries: readonly { id: string }[];
    };
    const shown = entries.filter(({ id }) => ids.has(id));
    return `${JSON.stringify({ title, version, license, list: location.href, count: shown.length, entries: shown }, null, 2)}\n`;
  },
};

/** Lets people take away the records that a list shows (components/dataset/DatasetPage.astro). @returns what says which these are. */
export const offerRecords = (place: HTMLElement): ((ids: ReadonlySet<string>, isAll: boolean) => void) => {
  let taken: ReadonlySet<string> = new Set();
  for (const button of findAll<HTMLButtonElement>('button[data-form]', place)) {
    const { form = '', file = '' } = button.dataset;
    const usual = button.textContent;
    const take = async (): Promise<void> => {
      const answer = await fetch(file);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([forms[form]!(await answer.text(), taken)]));
      link.download = `${place.dataset['take']}-${taken.size}.${form}`;
      link.click();
      URL.revokeObjectURL(link.href);
    };
    button.addEventListener('click', () => {
      take().then(
        () => (button.textContent = usual),
        () => (button.textContent = `${usual.trim()}: not loaded, try again`),
      );
    });
  }
  return (ids, isAll) => {
    taken = ids;
    find('[data-taken]', place).textContent = `Download ${isAll ? 'all' : 'these'} ${ids.size}:`;
    find('[data-copy]', place).dataset['copy'] = location.href;
    place.hidden = ids.size === 0;
  };
};
