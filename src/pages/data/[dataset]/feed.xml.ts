import { atomFeedRoute } from '../../../site/data-files.ts';

export const { GET, getStaticPaths } = atomFeedRoute;
