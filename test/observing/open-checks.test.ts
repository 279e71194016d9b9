import { expect, test } from 'vitest';
import { listTargets } from '../../src/domain/observation/observation-targets.ts';
import { openChecks } from '../../src/domain/observation/open-checks.ts';
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
const openOf = (...given: Parameters<typeof observatoryRecord>) =>
  openChecks(observatoryRecord(...given)).map(({ check }) => check);

test('a check of an entry is open until the record names one, and one controller until it names two', () => {
  const verifiable = asking('registry_owner', 'agent_wallet_consent', 'linked_control', 'registry_status');
  expect(openOf({ identity: [{ method: 'domain', value: 'example.org' }], verifiable })).toEqual([
    'registry_owner',
    'agent_wallet_consent',
    'linked_control',
    'registry_status',
  ]);
  for (const identity of [[entry('1')], [entry('1'), entry('1')]])
    expect(openOf({ identity, verifiable })).toEqual(['linked_control', 'registry_status']);
  expect(openOf({ identity: [entry('1'), entry('2')], verifiable })).toEqual(['registry_status']);
});

test('an entry of a registry that is not read leaves its checks open for that reason, whatever the record names of it', () => {
  const identity = [{ ...entry('1'), method: 'custom-registry-onchain' as const, asset_id: `${CHAIN}/erc721:0x0/1` }];
  const agent_card = { url: 'https://example.org/card', format: 'a2a-agent-card' as const };
  const verifiable = asking('registry_owner', 'token_uri_equals_card', 'linked_control');
  const reasons = openChecks(observatoryRecord({ identity, agent_card, verifiable })).map(({ reason }) => reason);
  expect(reasons).toHaveLength(3);
  for (const reason of reasons)
    expect(reason).toMatch(/ of CIS-8004 or ERC-8004 with chain, contract and id; other registries are not read$/);
});

test('the consent of a wallet is open where the code of the registry is not the canonical one', () => {
  const verifiable = asking('registry_owner', 'agent_wallet_consent');
  expect(openOf({ identity: [entry('1', 'erc-8004-other-instance')], verifiable })).toEqual(['agent_wallet_consent']);
  const own = { ...entry('1'), registry: `${CHAIN}:0x2e3B541C59D38b84E3Bc54e977200230A204Fe60` };
  expect(openOf({ identity: [own], verifiable })).toEqual(['agent_wallet_consent']);
});

test('a contract without a read, and an index without an entry, leave their checks open', () => {
  const identity = [{ method: 'contract' as const, account: `${CHAIN}:0x2e3B541C59D38b84E3Bc54e977200230A204Fe60` }];
  const verifiable = asking('contract_state', 'index_agreement', 'receipt_verifies');
  const record = observatoryRecord({ identity, verifiable });
  expect(listTargets(record)).not.toEqual([]);
  expect(openChecks(record)).toEqual([
    { check: 'contract_state', reason: expect.stringContaining('no source states') },
    { check: 'index_agreement', reason: expect.stringContaining('no source states') },
    { check: 'receipt_verifies', reason: expect.stringContaining('needs a receipt') },
  ]);
});

test('a registry leads to a file, and a file to an endpoint, only where the record names no other', () => {
  const url = 'https://example.org/card';
  const verifiable = asking('card_served', 'endpoint_liveness');
  expect(openOf({ identity: [entry('1')], verifiable })).toEqual([]);
  expect(openOf({ identity: [entry('1')], verifiable, agent_card: { url, format: 'a2a-agent-card' } })).toEqual([
    'endpoint_liveness',
  ]);
  expect(openOf({ identity: [entry('1')], verifiable, agent_card: { url, format: 'other' } })).toEqual([
    'card_served',
    'endpoint_liveness',
  ]);
  const endpoints = [{ url, protocol: 'http' as const, source: url }];
  expect(openOf({ identity: [entry('1')], verifiable: [{ ...verifiable[1]!, endpoints }] })).toEqual([
    'endpoint_liveness',
  ]);
});

test('the file of a domain leaves its proof open where it is no file at the root, or names no entry', () => {
  const verifiable = asking('domain_proof');
  const file = 'https://example.org/.well-known/agent-registration.json';
  const card = { url: file, format: 'erc-8004-registration' as const };
  expect(openOf({ identity: [entry('1')], verifiable, agent_card: card })).toEqual([]);
  expect(openOf({ verifiable, agent_card: card })).toEqual(['domain_proof']);
});

test('a withdrawn record is neither looked at nor has an open check', () => {
  const record = observatoryRecord({
    withdrawn_on: '2026-12-31',
    withdrawn_reason: 'It asked to be left out.',
    compiled_on: '2026-12-31',
    verifiable: asking('receipt_verifies'),
  });
  expect(listTargets(record)).toEqual([]);
  expect(openChecks(record)).toEqual([]);
});
