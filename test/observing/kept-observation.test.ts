import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { addLooks } from '../../src/domain/observation/observation.ts';
import { observeRecord } from '../../src/observing/observe-record.ts';
import { a2aCard, observatoryRecord } from '../support/observatory.ts';
import { fetch, now, observedServer } from '../support/observed-server.ts';

const server = observedServer();
const { cardAt } = server;

describe('what is kept over time', () => {
  const lookAtCard = async (at: string) => {
    const looks = await observeRecord(observatoryRecord({ id: 'one', ...cardAt('/card') }), {
      fetch,
      registry: undefined,
      now: () => new Date(at),
    });
    return { at, looks };
  };
  const observe = async (days: readonly string[], bodies: readonly (string | undefined)[]) => {
    let kept: ReturnType<typeof addLooks> | undefined;
    for (const [index, day] of days.entries()) {
      const body = bodies[index];
      server.documents = body === undefined ? {} : { '/card': body };
      const { at, looks } = await lookAtCard(`${day}T00:00:00.000Z`);
      kept = addLooks(kept, 'one', at, looks);
    }
    return kept!.targets[0]!;
  };
  const card = JSON.stringify(a2aCard);

  test('a failed look never replaces the last good one, however often it fails', async () => {
    const target = await observe(['2026-01-01', '2026-01-02', '2026-01-03'], [card, undefined, undefined]);
    expect(target.latest).toMatchObject({ at: '2026-01-03T00:00:00.000Z', http_status: 404 });
    expect(target.last_good).toMatchObject({ at: '2026-01-01T00:00:00.000Z', answer: { sha256: sha256Hex(card) } });
  });

  test('a good look needs no older one beside it', async () => {
    const target = await observe(['2026-01-01', '2026-01-02', '2026-01-03'], [card, undefined, card]);
    expect(target.last_good).toBeUndefined();
    expect(target.latest.answer!.same_bytes_since).toBe('2026-01-01T00:00:00.000Z');
  });

  test('changed bytes have the date of their change', async () => {
    const target = await observe(['2026-01-01', '2026-01-02', '2026-01-03'], [card, `${card} `, `${card} `]);
    expect(target.latest.answer).toMatchObject({
      sha256: sha256Hex(`${card} `),
      same_bytes_since: '2026-01-02T00:00:00.000Z',
    });
  });

  test('an address that the record no longer names keeps what was seen there', async () => {
    server.documents = { '/card': card };
    const { at, looks } = await lookAtCard('2026-01-01T00:00:00.000Z');
    const before = addLooks(undefined, 'one', at, looks);
    const moved = await observeRecord(observatoryRecord({ id: 'one', ...cardAt('/new') }), {
      fetch,
      registry: undefined,
      now,
    });
    const after = addLooks(before, 'one', now().toISOString(), moved);
    expect(after.targets.map(({ address }) => address)).toEqual([`${server.url}/new`, `${server.url}/card`]);
    expect(after.targets[1]).toEqual(before.targets[0]);
  });

  test('a registry read once is not forgotten by a run without a node', () => {
    const seen = {
      at: '2026-01-01T00:00:00.000Z',
      checks: [{ check: 'registry' as const, result: 'match' as const }],
      entry: { status: 'active' as const, block_hash: 'b'.repeat(64) },
    };
    const untried = {
      at: '2026-01-02T00:00:00.000Z',
      checks: [{ check: 'registry' as const, result: 'never_checked' as const, reason: 'no_reader' as const }],
    };
    const target = { target: 'registry_entry' as const, address: 'ccd:x:<1,0>/1' };
    const before = addLooks(undefined, 'one', seen.at, [{ ...target, look: seen, untried: false }]);
    expect(addLooks(before, 'one', untried.at, [{ ...target, look: untried, untried: true }]).targets).toEqual(
      before.targets,
    );
  });
});
