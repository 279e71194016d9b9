import { a2aEndpoint } from '../http/a2a/a2a-endpoint.ts';
import { queries } from './_queries.ts';

export const ALL = a2aEndpoint(queries);
