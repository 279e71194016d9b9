import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLooks, Observation } from '../../src/domain/observation/observation.ts';
import { contractReaders } from '../../src/observing/contract-readers.ts';
import { hostTurns } from '../../src/observing/host-turns.ts';
import { observeRecord } from '../../src/observing/observe-record.ts';
import { observatoryRecord } from '../support/observatory.ts';
import { fetch, lookAt, now, outcomes } from '../support/observed-server.ts';
import { openSolanaNode, SLOT, SOLANA } from '../support/solana-node.ts';

/** Larger than what is read at once, with the zeros at its end that `solana program dump` keeps. */
const executable = Buffer.concat([Buffer.alloc(700_000, 'code'), Buffer.alloc(100)]);
const hash = createHash('sha256').update(executable).digest('hex');
let node: Awaited<ReturnType<typeof openSolanaNode>>;
beforeAll(async () => {
  node = await openSolanaNode(executable);
});
afterAll(() => node.close());

const readerAt = (url: string) => contractReaders(undefined, [{ url: new URL(url), chainId: SOLANA }], hostTurns(0));
const naming = (program: string) => ({
  identity: [{ method: 'solana-agent-registry' as const, chain_id: SOLANA, registry: `${SOLANA}:${program}` }],
});
const stating = (codeSha256: string) => ({
  verifiable: [
    {
      check: 'contract_state',
      how: 'Dump the program and hash it.',
      reads: [{ contract: `${SOLANA}:${node.program}`, code_sha256: codeSha256, source: 'https://example.org/agent' }],
    },
  ],
});
const look = async (members: Parameters<typeof lookAt>[0], contracts = readerAt(node.url)) =>
  (await lookAt(members, undefined, { contracts }))[0];

describe('a program on Solana', () => {
  test('is there and can be run', async () => {
    const seen = await look(naming(node.program));
    expect(outcomes(seen)).toEqual({ code: 'match', answer: 'never_checked: nothing_to_compare' });
    expect(seen!.checks[0]).toMatchObject({ network: SOLANA, block: String(SLOT) });
    expect(seen!.contract).toEqual({ has_code: true });
  });

  test('is a mismatch where there is no account, or one that is no program', async () => {
    expect(outcomes(await look(naming('1'.repeat(32))))).toEqual({ code: 'mismatch: no_code' });
    expect(outcomes(await look(naming(node.wallet)))).toEqual({ code: 'mismatch: no_code' });
  });

  test('with the hash that a source states closes the check of the record', async () => {
    const record = observatoryRecord(stating(hash));
    const looks = await observeRecord(record, { fetch, registry: undefined, contracts: readerAt(node.url), now });
    const { results } = Observation.parse(addLooks(undefined, record.id, now().toISOString(), looks));
    expect(results).toEqual([
      {
        check: 'contract_state',
        result: 'pass',
        on: '2026-11-20',
        address: `${SOLANA}:${node.program}/code`,
        network: SOLANA,
        block: String(SLOT),
      },
    ]);
  });

  test('with another hash is a mismatch', async () => {
    const seen = await look(stating('0'.repeat(64)));
    expect(outcomes(seen)).toEqual({ code: 'match', answer: 'mismatch: other_code' });
    expect(seen!.contract?.code_sha256).toBe(hash);
  });

  test('that is replaced while it is read is unread', async () => {
    const other = await openSolanaNode(executable);
    other.replaceMeanwhile();
    const reads = stating(hash);
    expect(outcomes(await look(reads, readerAt(other.url)))).toEqual({ code: 'unread: node_unavailable' });
    await other.close();
  });

  test('is unread at a node that gives less than it was asked for', async () => {
    const sparing = await openSolanaNode(executable, 10_000);
    expect(outcomes(await look(stating(hash), readerAt(sparing.url)))).toEqual({ code: 'unread: node_unavailable' });
    await sparing.close();
  });

  test('is unread at a node of another chain or none, and never checked where none is named', async () => {
    const other = await openSolanaNode(executable, undefined, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1');
    expect(outcomes(await look(naming(node.program), readerAt(other.url)))).toEqual({ code: 'unread: other_network' });
    await other.close();
    expect(outcomes(await look(naming(node.program), readerAt('http://127.0.0.1:9')))).toEqual({
      code: 'unread: node_unavailable',
    });
    const none = contractReaders(undefined, [], hostTurns(0));
    expect(outcomes(await look(naming(node.program), none))).toEqual({ code: 'never_checked: no_reader' });
  });
});
