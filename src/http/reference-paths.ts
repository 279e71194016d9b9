import { AgentProtocol } from '../domain/agent/interfaces.ts';

/** The start of the API reference, with every operation and schema on a page below it. */
export const REFERENCE_PAGE = '/api-reference';

/** The page that loads the explorer, which searches the operations, writes requests in many languages and sends them. */
export const EXPLORER_PAGE = `${REFERENCE_PAGE}/explorer`;

/** The page of the reference about the protocols of agents. Its address is that of the first two. */
export const PROTOCOLS_PAGE = `${REFERENCE_PAGE}/a2a-and-mcp`;

/** Their names, as its title. */
export const PROTOCOLS_TITLE = new Intl.ListFormat('en-GB').format(AgentProtocol.options);

/** The page about the members of a published schema. Its address has no dots, which would look like an ending. */
export const schemaPage = (id: string): string => `${REFERENCE_PAGE}/schemas/${id.replaceAll('.', '-')}`;

/** The page about a group of operations. */
export const groupPage = (tag: string): string => `${REFERENCE_PAGE}/${tag.toLowerCase()}`;
