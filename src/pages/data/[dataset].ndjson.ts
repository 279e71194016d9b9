import { ndjsonRoute } from '../_data-files.ts';

export const { GET, getStaticPaths } = ndjsonRoute;
