import { takeCopy } from './intake-copy.ts';
import { find } from './page-elements.ts';

const section = document.querySelector<HTMLElement>('[data-copy-of]');
const copy = section && takeCopy(section.dataset['copyOf'] ?? '');
if (section && copy) {
  const file = new Blob([`${JSON.stringify(copy, null, 2)}\n`], { type: 'application/json' });
  find<HTMLAnchorElement>('a[download]', section).href = URL.createObjectURL(file);
  section.hidden = false;
}
