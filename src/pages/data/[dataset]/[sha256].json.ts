import { versionRoute } from '../../_data-files.ts';

export const { GET, getStaticPaths } = versionRoute;
