import { jsonFeedRoute } from '../../../site/data-files.ts';

export const { GET, getStaticPaths } = jsonFeedRoute;
