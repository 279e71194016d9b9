import { formRoute } from '../../site/data-files.ts';

export const { GET, getStaticPaths } = formRoute('/data/');
