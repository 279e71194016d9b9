import { recordRoute } from '../../../../site/data-files.ts';

export const { GET, getStaticPaths } = recordRoute;
