import { recordRoute } from '../../../_data-files.ts';

export const { GET, getStaticPaths } = recordRoute;
