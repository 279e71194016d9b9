import { atomFeedRoute } from '../../_data-files.ts';

export const { GET, getStaticPaths } = atomFeedRoute;
