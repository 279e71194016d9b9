import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type HeldKind, readHeld } from '../../../src/domain/vocabulary/held.ts';

const digest = createHash('sha256').update('{}');
const base64 = digest.copy().digest('base64');
const hash = digest.digest('hex');
const id = '0123456789abcdefghjkmnpq';

test.each<[string, HeldKind, string]>([
  [hash, 'hash', hash],
  [` ${hash.toUpperCase()}\n`, 'hash', hash],
  [`0x${hash}`, 'hash', hash],
  [`0X${hash.toUpperCase()}`, 'hash', hash],
  [`sha256:${hash}`, 'hash', hash],
  [`SHA-256: ${hash}`, 'hash', hash],
  [`sha-256=${base64}`, 'hash', hash],
  [`sha-256=:${base64}:`, 'hash', hash],
  [`sha256-${base64}`, 'hash', hash],
  [`sha256-${base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')}`, 'hash', hash],
  [`${hash.slice(0, 32)} ${hash.slice(32)}`, 'hash', hash],
  [`“${hash}”.`, 'hash', hash],
  [`https://agent.example/receipts/${hash}`, 'hash', hash],
  [`https://agent.example/receipts/${hash.toUpperCase()}#decision`, 'hash', hash],
  [`/receipts/${hash}`, 'hash', hash],
  [`https://agent.example/data/decision-receipts/canonical/${hash}.json`, 'hash', hash],
  [`https://agent.example/badge/receipt/${hash}.svg`, 'hash', hash],
  [`https://agent.example/api/agent-acceptance-kit/anchors/${hash}`, 'hash', hash],
  [`https://agent.example/adjudicator-evidence-pack/pack?hash=${hash}`, 'hash', hash],
  [hash.slice(0, 8), 'beginning', hash.slice(0, 8)],
  [`${hash.slice(0, 16).toUpperCase()}…`, 'beginning', hash.slice(0, 16)],
  [`0x${hash.slice(0, 40)}...`, 'beginning', hash.slice(0, 40)],
  [hash.slice(0, 24), 'beginning', hash.slice(0, 24)],
  [hash.slice(0, 7), 'words', hash.slice(0, 7)],
  [`${hash}0`, 'words', `${hash}0`],
  [id, 'request', id],
  [`https://agent.example/intake/${id}`, 'request', id],
  [`/api/intake/${id}`, 'request', id],
  [
    'https://agent.example/agent-accountability-map/erc-8004#receipts',
    'address',
    '/agent-accountability-map/erc-8004#receipts',
  ],
  [
    'https://agent.example/data/agent-accountability-map/records/erc-8004.json',
    'address',
    '/agent-accountability-map/erc-8004',
  ],
  ['https://agent.example/verify?x=1', 'address', '/verify'],
  ['§7.2', 'address', '/specification/7#section-7-2'],
  ['SPEC.md §2', 'address', '/specification/2'],
  [
    'eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
    'account',
    'eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
  ],
  ['  {"schema": "x"} ', 'document', '{"schema": "x"}'],
  ['[1]', 'document', '[1]'],
  ['erc-8004', 'words', 'erc-8004'],
  ['Who governs x402?', 'words', 'Who governs x402'],
  ['', 'words', ''],
])('%j is held as %s', (text, kind, value) => {
  expect(readHeld(text)).toEqual({ kind, value });
});
