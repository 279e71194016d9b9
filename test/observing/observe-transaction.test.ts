import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLooks, Observation } from '../../src/domain/observation/observation.ts';
import { evmTransactions } from '../../src/observing/evm-transaction.ts';
import { hostTurns } from '../../src/observing/host-turns.ts';
import { observeRecord } from '../../src/observing/observe-record.ts';
import { openEvmNode, TOPIC } from '../support/evm-node.ts';
import { observatoryRecord } from '../support/observatory.ts';
import { fetch, lookAt, now, outcomes } from '../support/observed-server.ts';

const CHAIN = 'eip155:8453';
const sender = `0x${'c0ffee'.repeat(6)}abcd`;
let node: Awaited<ReturnType<typeof openEvmNode>>;
beforeAll(async () => {
  node = await openEvmNode(8453);
});
afterAll(() => node.close());

const readerAt = (url: string, chainId = CHAIN) => evmTransactions([{ url: new URL(url), chainId }], hostTurns(0));
const naming = (tx: string, check = 'transaction_exists') => ({
  identity: [{ method: 'domain' as const, value: 'example.org' }],
  receipts: { offered: true, examples: [{ what: 'A registration.', network: CHAIN, tx }] },
  verifiable: [{ check, how: 'Look up the transaction.' }],
});
const look = async (tx: string, transactions = readerAt(node.url)) =>
  (await lookAt(naming(tx), undefined, { transactions })).find(({ target }) => target === 'transaction');

describe('a transaction that a record names', () => {
  test('is read with its sender, its block and the events of the contract', async () => {
    const tx = await node.transact(sender);
    const seen = await look(tx);
    expect(outcomes(seen)).toEqual({ transaction: 'match' });
    expect(seen!.checks[0]).toMatchObject({ network: CHAIN, block: String(0x1312cff) });
    expect(seen!.transaction).toEqual({
      status: 'succeeded',
      sender,
      recipient: node.emitter,
      events: [{ contract: node.emitter, topic: TOPIC }],
      block_hash: 'cd'.repeat(32),
    });
  });

  test('closes the check of the record at the block that holds it', async () => {
    const tx = await node.transact(sender);
    const record = observatoryRecord(naming(tx));
    const looks = await observeRecord(record, { fetch, registry: undefined, transactions: readerAt(node.url), now });
    const observation = Observation.parse(addLooks(undefined, record.id, now().toISOString(), looks));
    expect(observation.results).toEqual([
      {
        check: 'transaction_exists',
        result: 'pass',
        on: '2026-11-20',
        address: `${CHAIN}:${tx}`,
        network: CHAIN,
        block: String(0x1312cff),
      },
    ]);
  });

  test('that failed is a mismatch', async () => {
    const tx = await node.transact(sender, { status: '0x0' });
    expect(outcomes(await look(tx))).toEqual({ transaction: 'mismatch: transaction_failed' });
  });

  test('is unread where the node does not have it, or has it in a block that is not finalized', async () => {
    expect(outcomes(await look(`0x${'0'.repeat(64)}`))).toEqual({ transaction: 'unread: transaction_not_found' });
    const tx = await node.transact(sender, { block: '0x1312d01' });
    expect(outcomes(await look(tx))).toEqual({ transaction: 'unread: transaction_not_final' });
  });

  test('is unread at a node of another chain, at none that is there, and never checked without one', async () => {
    const tx = await node.transact(sender);
    const wrong = await openEvmNode(1);
    expect(outcomes(await look(tx, readerAt(wrong.url)))).toEqual({ transaction: 'unread: other_network' });
    await wrong.close();
    expect(outcomes(await look(tx, readerAt('http://127.0.0.1:9')))).toEqual({
      transaction: 'unread: node_unavailable',
    });
    expect(outcomes(await look(tx, readerAt(node.url, 'eip155:1')))).toEqual({
      transaction: 'never_checked: no_reader',
    });
  });

  test('is left alone where the record does not ask for it', async () => {
    const tx = await node.transact(sender);
    const looks = await lookAt(naming(tx, 'index_agreement'), undefined, { transactions: readerAt(node.url) });
    expect(looks).toEqual([]);
  });
});
