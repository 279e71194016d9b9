import { mcpEndpoint } from '../http/mcp/mcp-endpoint.ts';
import { queries } from './_queries.ts';

export const ALL = mcpEndpoint(queries);
