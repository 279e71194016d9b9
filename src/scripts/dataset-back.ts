import { find } from './page-elements.ts';

// Leads back to the list as its reader left it in this tab (scripts/dataset-list.ts).
const back = find<HTMLAnchorElement>('[data-back]');
back.search = sessionStorage.getItem(back.pathname) ?? '';
