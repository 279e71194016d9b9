import { expect, test } from 'vitest';
import { isStillAsked, openChecks, questionsOf } from '../../src/domain/observation/checks.ts';
import { observatoryRecord } from '../support/observatory.ts';

const CHAIN = 'eip155:8453';
const registry = `${CHAIN}:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432`;
const entry = (agent_ref: string, method: 'erc-8004' | 'erc-8004-other-instance' = 'erc-8004') => ({
  method,
  chain_id: CHAIN,
  registry,
  agent_ref,
});
const asking = (...checks: string[]) => checks.map((check) => ({ check, how: 'Look.' }));
const openOf = (...given: Parameters<typeof observatoryRecord>) => openChecks(observatoryRecord(...given));

test('a check of an entry is open until the record names one, and one controller until it names two', () => {
  const verifiable = asking('registry_owner', 'agent_wallet_consent', 'linked_control', 'registry_status');
  expect(openOf({ identity: [{ method: 'domain', value: 'example.org' }], verifiable })).toHaveLength(4);
  for (const identity of [[entry('1')], [entry('1'), entry('1')]])
    expect(openOf({ identity, verifiable })).toEqual(['linked_control', 'registry_status']);
  expect(openOf({ identity: [entry('1'), entry('2')], verifiable })).toEqual(['registry_status']);
});

test('the consent of a wallet is open where the code of the registry is not the canonical one', () => {
  const verifiable = asking('registry_owner', 'agent_wallet_consent');
  const own = { ...entry('1'), registry: `${CHAIN}:0x2e3B541C59D38b84E3Bc54e977200230A204Fe60` };
  for (const identity of [[entry('1', 'erc-8004-other-instance')], [own]])
    expect(openOf({ identity, verifiable })).toEqual(['agent_wallet_consent']);
});

test.each([
  ['registries that are not read', ['registry_owner', 'token_uri_equals_card', 'linked_control']],
  ['contracts on chains that no run reads, and indexes without an entry', ['contract_state', 'index_agreement']],
  ['what only people can check', ['receipt_verifies', 'card_signature']],
])('%s leave checks open', (_, checks) => {
  const identity = [{ ...entry('1'), method: 'custom-registry-onchain' as const, asset_id: `${CHAIN}/erc721:0x0/1` }];
  const agent_card = { url: 'https://example.org/card', format: 'a2a-agent-card' as const };
  expect(openOf({ identity, agent_card, verifiable: asking(...checks) })).toEqual(checks);
});

test('a document leads to an endpoint only where the record names no other', () => {
  const url = 'https://example.org/card';
  const [verifiable] = asking('endpoint_liveness');
  const openWith = (more: object, asked: object = {}) =>
    openOf({ identity: [entry('1')], verifiable: [{ ...verifiable!, ...asked }], ...more });
  expect(openWith({})).toEqual([]);
  expect(openWith({ agent_card: { url, format: 'erc-8004-registration' } })).toEqual([]);
  expect(openWith({ agent_card: { url, format: 'a2a-agent-card' } })).toEqual(['endpoint_liveness']);
  expect(openWith({}, { endpoints: [{ url, protocol: 'http', source: url }] })).toEqual(['endpoint_liveness']);
});

test('the proof of a domain is open where the record names no entry, and asks each host of the record once', () => {
  const file = 'https://example.org/.well-known/agent-registration.json';
  const agent_card = { url: file, format: 'erc-8004-registration' as const };
  const verifiable = asking('domain_proof');
  expect(openOf({ verifiable, agent_card })).toEqual(['domain_proof']);
  const identity = [entry('1'), { method: 'domain' as const, value: 'example.org' }];
  const record = observatoryRecord({ identity, agent_card, verifiable });
  expect(questionsOf(record).map(({ address }) => address)).toEqual([file]);
  expect(isStillAsked(record, { check: 'domain_proof', address: file })).toBe(true);
  expect(isStillAsked(record, { check: 'domain_proof', address: 'https://example.com/' })).toBe(false);
});

test('a withdrawn record is neither asked about nor has an open check', () => {
  const record = observatoryRecord({
    withdrawn_on: '2026-12-31',
    withdrawn_reason: 'It asked to be left out.',
    compiled_on: '2026-12-31',
    verifiable: asking('receipt_verifies', 'registry_owner'),
    identity: [entry('1')],
  });
  expect(questionsOf(record)).toEqual([]);
  expect(openChecks(record)).toEqual([]);
});
