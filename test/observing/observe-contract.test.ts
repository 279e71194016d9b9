import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inChecksumCase } from '../../src/domain/chains/address-rules.ts';
import type { ContractRead } from '../../src/domain/datasets/observatory/contract-read.ts';
import { addLooks, Observation } from '../../src/domain/observation/observation.ts';
import { contractReaders } from '../../src/observing/contract-readers.ts';
import { hostTurns } from '../../src/observing/host-turns.ts';
import { observeRecord } from '../../src/observing/observe-record.ts';
import { COUNT, FINALIZED, openEvmNode } from '../support/evm-node.ts';
import { observatoryRecord } from '../support/observatory.ts';
import { fetch, lookAt, now, outcomes } from '../support/observed-server.ts';

const CHAIN = 'eip155:8453';
const owner = inChecksumCase(`0x${'c0ffee'.repeat(6)}abcd`);
const nobody = inChecksumCase(`0x${'12'.repeat(20)}`);
let node: Awaited<ReturnType<typeof openEvmNode>>;
let agentId: string;
beforeAll(async () => {
  node = await openEvmNode(8453);
  agentId = await node.register(owner, 'https://example.org/agent.json');
});
afterAll(() => node.close());

const readerAt = (url: string, chainId = CHAIN) =>
  contractReaders(undefined, [{ url: new URL(url), chainId }], hostTurns(0));
const source = 'https://example.org/agent';
const stating = (...reads: Partial<ContractRead>[]) => ({
  verifiable: [
    {
      check: 'contract_state',
      how: 'Call the function.',
      reads: reads.map((read) => ({ contract: `${CHAIN}:${node.contract}`, source, ...read })),
    },
  ],
});
const naming = (contract: string) => ({
  identity: [{ method: 'contract' as const, chain_id: CHAIN, account: `${CHAIN}:${contract}` }],
});
const look = async (members: Parameters<typeof lookAt>[0], contracts = readerAt(node.url)) =>
  (await lookAt(members, undefined, { contracts })).find(({ target }) => target === 'contract');
const ofOwner = (answer: string) => ({ function: 'ownerOf(uint256)(address)', arguments: [agentId], answer });

describe('a read of a contract that a record states an answer for', () => {
  test('is made at a finalized block and keeps what the contract returned', async () => {
    const seen = await look(stating(ofOwner(owner)));
    expect(outcomes(seen)).toEqual({ code: 'match', answer: 'match' });
    expect(seen!.checks).toMatchObject(
      seen!.checks.map(() => ({ network: CHAIN, block: String(Number(FINALIZED.number)) })),
    );
    expect(seen!.contract).toEqual({ has_code: true, code_sha256: expect.any(String), answer: owner });
  });

  test('closes the check of the record, one answer for all of its reads', async () => {
    const record = observatoryRecord(
      stating(ofOwner(owner), { function: 'ownerOf(uint256)(address)', arguments: [agentId], answer: nobody }),
    );
    const looks = await observeRecord(record, { fetch, registry: undefined, contracts: readerAt(node.url), now });
    const { results } = Observation.parse(addLooks(undefined, record.id, now().toISOString(), looks));
    expect(results).toEqual([
      {
        check: 'contract_state',
        result: 'fail',
        reason: 'other_answer',
        on: '2026-11-20',
        address: `${CHAIN}:${node.contract}/ownerOf(${agentId})`,
        network: CHAIN,
        block: String(Number(FINALIZED.number)),
      },
    ]);
  });

  test('is a mismatch where the contract returns something else, nothing, or another type', async () => {
    expect(outcomes(await look(stating(ofOwner(nobody))))['answer']).toBe('mismatch: other_answer');
    const unknown = { function: 'nextPactId()(uint256)', at_least: '10' };
    expect(outcomes(await look(stating(unknown)))['answer']).toBe('mismatch: no_answer');
    const mistyped = { function: 'ownerOf(uint256)(bool)', arguments: [agentId], answer: 'true' };
    expect(outcomes(await look(stating(mistyped)))['answer']).toBe('mismatch: no_answer');
  });

  test('of a number that only grows may return more', async () => {
    const counted = (least: number) =>
      stating({ contract: `${CHAIN}:${node.counter}`, function: 'nextPactId()(uint256)', at_least: String(least) });
    expect(outcomes(await look(counted(COUNT - 1)))['answer']).toBe('match');
    expect(outcomes(await look(counted(COUNT + 1)))['answer']).toBe('mismatch: other_answer');
  });

  test('may be of the code itself', async () => {
    const seen = await look(
      stating({
        code_sha256: createHash('sha256')
          .update(await node.code())
          .digest('hex'),
      }),
    );
    expect(outcomes(seen)).toEqual({ code: 'match', answer: 'match' });
    expect(outcomes(await look(stating({ code_sha256: '0'.repeat(64) })))['answer']).toBe('mismatch: other_code');
  });
});

describe('a contract that an identity names', () => {
  test('has code; without a read that is stated, the check stays open', async () => {
    const record = observatoryRecord({
      ...naming(node.contract),
      verifiable: [{ check: 'contract_state', how: 'Read it.' }],
    });
    const looks = await observeRecord(record, { fetch, registry: undefined, contracts: readerAt(node.url), now });
    expect(outcomes(looks[0]!.look)).toEqual({ code: 'match', answer: 'never_checked: nothing_to_compare' });
    expect(addLooks(undefined, record.id, now().toISOString(), looks).results).toBeUndefined();
  });

  test('is a mismatch where no code stands', async () => {
    expect(outcomes(await look(naming(nobody)))).toEqual({ code: 'mismatch: no_code' });
  });

  test('is read once, where a read names it or a registry is read', async () => {
    const reads = stating(ofOwner(owner));
    const looks = await lookAt({ ...naming(node.contract), ...reads }, undefined, { contracts: readerAt(node.url) });
    expect(looks.map(({ target }) => target)).toEqual(['contract']);
    const registry = `${CHAIN}:${node.contract}`;
    const entry = { method: 'erc-8004' as const, chain_id: CHAIN, registry, agent_ref: agentId };
    const entries = await lookAt({ identity: [entry] }, undefined, { contracts: readerAt(node.url) });
    expect(entries.map(({ target }) => target)).toEqual(['registry_entry']);
  });

  test('is unread at a node of another chain, at none that is there, and never checked without one', async () => {
    const wrong = await openEvmNode(1);
    expect(outcomes(await look(naming(node.contract), readerAt(wrong.url)))).toEqual({ code: 'unread: other_network' });
    await wrong.close();
    expect(outcomes(await look(naming(node.contract), readerAt('http://127.0.0.1:9')))).toEqual({
      code: 'unread: node_unavailable',
    });
    expect(outcomes(await look(naming(node.contract), readerAt(node.url, 'eip155:1')))).toEqual({
      code: 'never_checked: no_reader',
    });
  });
});
