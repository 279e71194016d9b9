import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractRead } from '../../src/domain/datasets/observatory/contract-read.ts';
import { contractReaders } from '../../src/observing/contract-readers.ts';
import { hostTurns } from '../../src/observing/host-turns.ts';
import { CARDANO, CARDANO_BLOCK, openCardanoNode, POLICY } from '../support/cardano-node.ts';
import { ALMANAC, COSMOS, COSMOS_HEIGHT, openCosmosNode } from '../support/cosmos-node.ts';
import { lookAt, outcomes } from '../support/observed-server.ts';
import { openOddServer } from '../support/odd-server.ts';

const open = async () => ({
  cosmos: await openCosmosNode(),
  otherCosmos: await openCosmosNode('cosmos:dorado-1'),
  cardano: await openCardanoNode(),
  otherCardano: await openCardanoNode('1'),
  broken: await openOddServer((_, answer) => answer.writeHead(500).end()),
});
let nodes: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  nodes = await open();
});
afterAll(() => Promise.all(Object.values(nodes).map(({ close }) => close())));

const look = async (contract: string, url: string, read?: Partial<ContractRead>) => {
  const chainId = contract.slice(0, contract.lastIndexOf(':'));
  const contracts = contractReaders(undefined, [{ url: new URL(url), chainId }], hostTurns(0));
  const source = 'https://example.org/agent';
  const looks = await lookAt(
    {
      identity: [{ method: 'almanac', chain_id: chainId, registry: contract }],
      verifiable: [
        {
          check: 'contract_state',
          how: 'Ask it.',
          ...(read === undefined ? {} : { reads: [{ contract, source, ...read }] }),
        },
      ],
    },
    undefined,
    { contracts },
  );
  return looks.find(({ target }) => target === 'contract');
};

describe('a contract on a chain of Cosmos', () => {
  const almanac = `${COSMOS}:${ALMANAC}`;
  const asking = (more: Partial<ContractRead>) => ({
    query: '{"query_contract_state":{}}',
    member: '/contract_version',
    ...more,
  });

  test('is asked at a height, and what it answers is kept', async () => {
    const seen = await look(almanac, nodes.cosmos.url, asking({ any_answer: true }));
    expect(outcomes(seen)).toEqual({ code: 'match', answer: 'match' });
    expect(seen!.checks[1]).toMatchObject({ network: COSMOS, block: String(COSMOS_HEIGHT) });
    expect(seen!.contract).toEqual({ has_code: true, answer: '2.2.0' });
  });

  test('that answers with half a character is kept as text that every reader of JSON takes', async () => {
    const seen = await look(almanac, nodes.cosmos.url, asking({ member: '/half', any_answer: true }));
    expect(seen!.contract).toEqual({ has_code: true, answer: 'Half \ufffd' });
  });

  test('is a mismatch where it answers something else, without the member, or refuses the query', async () => {
    const answer = async (more: Partial<ContractRead>) =>
      outcomes(await look(almanac, nodes.cosmos.url, asking(more)))['answer'];
    expect(await answer({ answer: '2.2.0' })).toBe('match');
    expect(await answer({ answer: '3.0.0' })).toBe('mismatch: other_answer');
    expect(await answer({ member: '/owner', any_answer: true })).toBe('mismatch: no_answer');
    expect(await answer({ query: '{"owner":{}}', any_answer: true })).toBe('mismatch: no_answer');
  });

  test('is a mismatch where there is none, and open without a read', async () => {
    expect(outcomes(await look(`${COSMOS}:fetch1nobody`, nodes.cosmos.url))).toEqual({ code: 'mismatch: no_code' });
    expect(outcomes(await look(almanac, nodes.cosmos.url))['answer']).toBe('never_checked: nothing_to_compare');
  });

  test('is unread at a node of another chain, and at one that fails', async () => {
    expect(outcomes(await look(almanac, nodes.otherCosmos.url))).toEqual({ code: 'unread: other_network' });
    expect(outcomes(await look(almanac, nodes.broken.url))).toEqual({ code: 'unread: node_unavailable' });
  });
});

describe('a minting policy on Cardano', () => {
  const policy = `${CARDANO}:${POLICY}`;
  const assets = (least: string) => ({ at_least: least });
  const url = () => `${nodes.cardano.url}/api/v1`;

  test('has at least so many assets, without those that were burnt', async () => {
    const seen = await look(policy, url(), assets('2'));
    expect(outcomes(seen)).toEqual({ code: 'match', answer: 'match' });
    expect(seen!.checks[0]).toMatchObject({ network: CARDANO, block: String(CARDANO_BLOCK) });
    expect(seen!.contract).toEqual({ has_code: true, answer: '2' });
    expect(outcomes(await look(policy, url(), assets('3')))['answer']).toBe('mismatch: other_answer');
  });

  test('is a mismatch without an asset, and unread where it is no policy', async () => {
    expect(outcomes(await look(`${CARDANO}:${'0'.repeat(56)}`, url()))).toEqual({ code: 'mismatch: no_code' });
    expect(outcomes(await look(`${CARDANO}:nobody`, url()))).toEqual({ code: 'unread: node_unavailable' });
  });

  test('is unread on another network, and where the interface fails', async () => {
    expect(outcomes(await look(policy, `${nodes.otherCardano.url}/api/v1`))).toEqual({ code: 'unread: other_network' });
    expect(outcomes(await look(policy, nodes.broken.url))).toEqual({ code: 'unread: node_unavailable' });
  });
});
