import { openOddServer } from './odd-server.ts';

/** The chain of the node (CAIP-2), and its latest block. */
export const COSMOS = 'cosmos:fetchhub-4';
export const COSMOS_HEIGHT = 23_456_789;

/** The contract that the node has. */
export const ALMANAC = 'fetch1mezzhfj7qgveewzwzdk6lz5sae4dunpmmsjr9u7z0tpmdsae8zmquq3y0y';

const refusal = (status: number, code: number, message: string) => ({ status, body: { code, message, details: [] } });

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What the contract answers; it refuses a query that it does not know. */
const asked = (encoded: string) => {
  const query = readJson(Buffer.from(decodeURIComponent(encoded), 'base64').toString('utf8'));
  if (query === undefined) return refusal(400, 3, 'invalid request');
  return JSON.stringify(query) === '{"query_contract_state":{}}'
    ? {
        status: 200,
        body: { data: { contract_version: '2.2.0', half: 'Half \ud83d', state: { expiry_height: 48_000 } } },
      }
    : refusal(400, 2, 'Error parsing into type almanac::msg::QueryMsg: query wasm contract failed');
};

/**
 * A node of a chain of Cosmos on loopback with one contract, by the REST interface of the Cosmos SDK and CosmWasm. It refuses
 * what a node refuses: heights that it does not have, addresses without a contract, queries that the contract does not know.
 */
export const openCosmosNode = (chain = COSMOS) =>
  openOddServer((request, response) => {
    const answer = (): { status: number; body: unknown } => {
      if (request.method !== 'GET') return refusal(501, 12, 'Method Not Allowed');
      const height = request.headers['x-cosmos-block-height'];
      if (height !== undefined && Number(height) !== COSMOS_HEIGHT) return refusal(400, 3, 'invalid height');
      const [path = ''] = request.url!.split('?');
      if (path === '/cosmos/base/tendermint/v1beta1/blocks/latest') {
        const header = { chain_id: chain.slice('cosmos:'.length), height: String(COSMOS_HEIGHT) };
        return { status: 200, body: { block_id: { hash: 'aa==' }, block: { header } } };
      }
      const [, address, query] = /^\/cosmwasm\/wasm\/v1\/contract\/([^/]+)(?:\/smart\/(.+))?$/.exec(path) ?? [];
      if (address === undefined) return refusal(501, 12, 'Not Implemented');
      if (address !== ALMANAC) return refusal(404, 5, `no such contract: ${address}: not found`);
      return query === undefined
        ? { status: 200, body: { address, contract_info: { code_id: '1', creator: address, label: 'almanac' } } }
        : asked(query);
    };
    const { status, body } = answer();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
