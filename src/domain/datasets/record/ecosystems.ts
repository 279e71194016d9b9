import { capitalized } from '../../vocabulary/words.ts';

/** The names of ecosystems that are written otherwise than their ids. */
const names: Readonly<Record<string, string>> = {
  a2a: 'A2A',
  aaif: 'AAIF',
  'acp-openai-stripe': 'ACP (OpenAI and Stripe)',
  agntcy: 'AGNTCY',
  ans: 'ANS',
  ap2: 'AP2',
  'bnb-chain': 'BNB Chain',
  c2sp: 'C2SP',
  chainagnostic: 'ChainAgnostic',
  ens: 'ENS',
  'fetch-ai': 'Fetch.ai',
  fido: 'FIDO',
  genlayer: 'GenLayer',
  ietf: 'IETF',
  'internet-computer': 'Internet Computer',
  mcp: 'MCP',
  mpp: 'MPP',
  multiversx: 'MultiversX',
  nanda: 'NANDA',
  near: 'NEAR',
  none: 'No ecosystem',
  openid: 'OpenID',
  peac: 'PEAC',
  tron: 'TRON',
  ucp: 'UCP',
  uma: 'UMA',
  w3c: 'W3C',
  'web-bot-auth': 'Web Bot Auth',
  x402: 'x402',
  xrpl: 'XRPL',
};

/** The ecosystem of a record as people write it. @param id as records have it: `bnb-chain` */
export const nameOfEcosystem = (id: string): string =>
  Object.hasOwn(names, id) ? names[id]! : capitalized(id.replaceAll('-', ' '));
