import { changesRoute } from '../../../../site/data-files.ts';

export const { GET, getStaticPaths } = changesRoute;
