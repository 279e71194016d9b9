import { keptText } from './kept-text.ts';
import { find } from './page-elements.ts';

// Leads back to the list as its reader left it in this tab (scripts/dataset-list.ts).
const back = find<HTMLAnchorElement>('[data-back]');
back.search = keptText(back.pathname) ?? '';
