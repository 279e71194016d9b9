import { versionRoute } from '../../../site/data-files.ts';

export const { GET, getStaticPaths } = versionRoute;
