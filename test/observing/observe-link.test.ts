import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inChecksumCase } from '../../src/domain/chains/address-rules.ts';
import { addLooks, Observation } from '../../src/domain/observation/observation.ts';
import { contractReaders } from '../../src/observing/contract-readers.ts';
import { hostTurns } from '../../src/observing/host-turns.ts';
import { observeRecord } from '../../src/observing/observe-record.ts';
import { registryReaders } from '../../src/observing/registry-readers.ts';
import { FINALIZED, openEvmNode } from '../support/evm-node.ts';
import { observatoryRecord } from '../support/observatory.ts';
import { fetch, now, outcomes } from '../support/observed-server.ts';

type Node = Awaited<ReturnType<typeof openEvmNode>>;
const owner = inChecksumCase(`0x${'c0ffee'.repeat(6)}abcd`);
const other = inChecksumCase(`0x${'12'.repeat(20)}`);
let base: Node;
let ethereum: Node;
beforeAll(async () => {
  [base, ethereum] = [await openEvmNode(8453), await openEvmNode(1)];
});
afterAll(() => Promise.all([base.close(), ethereum.close()]));

/** The looks at entries that these accounts own, on these nodes, of a record that asks for one controller. */
const lookAtEntries = async (entries: readonly (readonly [Node, string])[], check = 'linked_control') => {
  const chains = new Map([
    [base, 'eip155:8453'],
    [ethereum, 'eip155:1'],
  ]);
  const identity = [];
  for (const [node, account] of entries) {
    const chain_id = chains.get(node)!;
    const agent_ref = await node.register(account, 'https://example.org/agent.json');
    identity.push({ method: 'erc-8004' as const, chain_id, registry: `${chain_id}:${node.contract}`, agent_ref });
  }
  const nodes = [...chains].map(([node, chainId]) => ({ url: new URL(node.url), chainId }));
  const record = observatoryRecord({ identity, verifiable: [{ check, how: 'Compare the owners.' }] });
  const looks = await observeRecord(record, {
    // The file of an entry is not what these tests are about.
    fetch: (address) =>
      address.startsWith('https:') ? Promise.resolve({ ok: false, reason: 'dns_failed' }) : fetch(address),
    registry: registryReaders(undefined, nodes, hostTurns(0)),
    contracts: contractReaders(undefined, nodes, hostTurns(0)),
    now,
  });
  return { record, looks, linked: outcomes(looks[entries.length - 1]?.look)['linked'] };
};

describe('the entries of a record', () => {
  test('with one owner on one chain, or an account without code on several, answer the check', async () => {
    expect(
      (
        await lookAtEntries([
          [base, owner],
          [base, owner],
        ])
      ).linked,
    ).toBe('match');
    const { record, looks, linked } = await lookAtEntries([
      [base, owner],
      [ethereum, owner],
    ]);
    expect(linked).toBe('match');
    const { results } = Observation.parse(addLooks(undefined, record.id, now().toISOString(), looks));
    expect(results).toContainEqual(
      expect.objectContaining({
        check: 'linked_control',
        result: 'pass',
        network: 'eip155:1',
        block: String(Number(FINALIZED.number)),
      }),
    );
  });

  test('with different owners are no mismatch', async () => {
    expect(
      (
        await lookAtEntries([
          [base, owner],
          [ethereum, other],
        ])
      ).linked,
    ).toBe('unread: other_owner');
  });

  test('that a contract owns are linked on its own chain alone', async () => {
    expect(
      (
        await lookAtEntries([
          [base, base.counter],
          [ethereum, ethereum.counter],
        ])
      ).linked,
    ).toBe('unread: contract_account');
    expect(
      (
        await lookAtEntries([
          [base, base.counter],
          [base, base.counter],
        ])
      ).linked,
    ).toBe('match');
  });

  test('are not compared where there is one, or the record does not ask for it', async () => {
    expect((await lookAtEntries([[base, owner]])).linked).toBeUndefined();
    expect(
      (
        await lookAtEntries(
          [
            [base, owner],
            [base, owner],
          ],
          'registry_owner',
        )
      ).linked,
    ).toBeUndefined();
  });
});
