import { takeCopy } from './intake-copy.ts';
import { find } from './page-elements.ts';

const section = find('[data-copy-of]');
const copy = takeCopy(section.dataset['copyOf'] ?? '');
if (copy) {
  const file = new Blob([`${JSON.stringify(copy, null, 2)}\n`], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  find<HTMLAnchorElement>('a[download]', section).href = address;
  section.hidden = false;
  // A browser may keep the page as it is for whoever goes back to it, as it says that it does not.
  addEventListener('pagehide', () => {
    section.hidden = true;
    URL.revokeObjectURL(address);
  });
}
