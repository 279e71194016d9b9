import { csvRoute } from '../_data-files.ts';

export const { GET, getStaticPaths } = csvRoute;
