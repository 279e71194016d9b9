import { jsonFeedRoute } from '../../_data-files.ts';

export const { GET, getStaticPaths } = jsonFeedRoute;
