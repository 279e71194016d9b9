import { takeCopy } from './intake-copy.ts';
import { find } from './page-elements.ts';

const section = find('[data-copy-of]');
const copy = takeCopy(section.dataset['copyOf'] ?? '');
if (copy) {
  const file = new Blob([`${JSON.stringify(copy, null, 2)}\n`], { type: 'application/json' });
  find<HTMLAnchorElement>('a[download]', section).href = URL.createObjectURL(file);
  section.hidden = false;
}
