import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffRecords } from '../../../../src/domain/datasets/record/diff.ts';

const records = fc.uniqueArray(
  fc
    .record({
      id: fc.stringMatching(/^[a-z]{1,3}$/),
      title: fc.string(),
      sources: fc.uniqueArray(fc.record({ url: fc.string(), note: fc.string() }), { selector: ({ url }) => url }),
      words: fc.array(fc.string()),
      count: fc.option(fc.integer(), { nil: undefined }),
    })
    .map(({ count, ...rest }) => (count === undefined ? rest : { ...rest, count })),
  { selector: ({ id }) => id },
);

describe('the difference between two published states', () => {
  test('is none between equal states, in whatever order', () => {
    fc.assert(fc.property(records, (all) => void expect(diffRecords(all, all.toReversed())).toEqual([])));
  });

  test('names exactly the records that differ', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        const text = (all: typeof before) => new Map(all.map((record) => [record.id, JSON.stringify(record)]));
        const [old, fresh] = [text(before), text(after)];
        const differing = [...new Set([...old.keys(), ...fresh.keys()])].filter((id) => old.get(id) !== fresh.get(id));
        const named = diffRecords(before, after);
        expect(named.map(({ id }) => id)).toEqual(differing.toSorted());
        for (const { kind, fields } of named) if (kind === 'changed') expect(fields.length).toBeGreaterThan(0);
      }),
    );
  });
});
