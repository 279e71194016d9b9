import { csvRoute } from '../../site/data-files.ts';

export const { GET, getStaticPaths } = csvRoute;
