import { ndjsonRoute } from '../../site/data-files.ts';

export const { GET, getStaticPaths } = ndjsonRoute;
