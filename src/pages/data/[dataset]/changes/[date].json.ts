import { changesRoute } from '../../../_data-files.ts';

export const { GET, getStaticPaths } = changesRoute;
