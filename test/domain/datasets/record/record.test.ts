import { describe, expect, test } from 'vitest';
import { DecisionRecord } from '../../../../src/domain/datasets/governance/record.ts';
import { checkDecisionRecord } from '../../../../src/domain/datasets/governance/record.ts';
import { eventsOf, lastModifiedOf } from '../../../../src/domain/datasets/record/record.ts';
import { WebAddress, WebAddressTemplate } from '../../../../src/domain/vocabulary/text.ts';

const decision: DecisionRecord = {
  id: 'example',
  title: 'An example',
  ecosystem: 'example',
  body: 'Example foundation',
  body_kind: 'foundation',
  decision_type: 'release',
  subject: { kind: 'project', ref: 'EX-1', name: 'Example' },
  decision: 'An example was released.',
  decided_on: '2026-01-30',
  date_basis: 'announcement',
  date_precision: 'day',
  outcome: 'Released.',
  outcome_status: 'in_effect',
  agent_relevance: 'background',
  confidence: 'medium',
  doubts: [],
  sources: [
    {
      kind: 'docs_page',
      url: 'https://example.org/',
      retrieved: '2026-01-31',
      access: 'stored_copy',
    },
  ],
  compiled_on: '2026-01-31',
  changes: [{ on: '2026-01-31', kind: 'added', note: 'First compiled.' }],
};

describe('dates', () => {
  test('a year is not taken to be before a day in it', () => {
    const yearOnly = { ...decision, decided_on: '2026', date_precision: 'year', created_on: '2026-01-15' } as const;
    expect(checkDecisionRecord(yearOnly)).toEqual([]);
    expect(checkDecisionRecord({ ...yearOnly, created_on: '2027-01-15', compiled_on: '2027-02-01' })).toMatchObject([
      { path: ['decided_on'] },
    ]);
  });

  test('only a pending decision may take effect after it was compiled', () => {
    const effective = [{ network: 'mainnet' as const, on: '2026-06' }];
    expect(checkDecisionRecord({ ...decision, effective })).toMatchObject([{ path: ['effective', 0, 'on'] }]);
    expect(checkDecisionRecord({ ...decision, effective, outcome_status: 'pending' })).toEqual([]);
  });
});

describe('the history of a record', () => {
  test('is its changes and then its withdrawal', () => {
    const changed = {
      ...decision,
      changes: [...decision.changes, { on: '2026-02-01', kind: 'changed' as const, note: 'Outcome added.' }],
    };
    expect(lastModifiedOf(changed)).toBe('2026-02-01');
    const withdrawn = { ...changed, withdrawn_on: '2026-03-01', withdrawn_reason: 'Given twice.' };
    expect(eventsOf(withdrawn).map(({ on, kind }) => [on, kind])).toEqual([
      ['2026-01-31', 'added'],
      ['2026-02-01', 'changed'],
      ['2026-03-01', 'withdrawn'],
    ]);
    expect(eventsOf(withdrawn).at(-1)?.note).toBe('Given twice.');
  });
});

test.each([
  ['leads to the value in the record', [{ from: 'pending', to: 'in_effect' }], []],
  ['may say that there was none', [{ kind: 'changed', to: 'in_effect' }], []],
  ['leads to the event after it', [{ to: 'unknown' }, { from: 'unknown', to: 'in_effect' }], []],
  ['is wrong about the value in the record', [{ from: 'pending', to: 'unknown' }], ['to']],
  ['changes nothing', [{ from: 'in_effect', to: 'in_effect' }], ['to']],
  ['does not say why', [{ kind: 'changed', from: 'pending', to: 'in_effect' }], ['kind']],
  ['does not name it', [{ field: undefined, to: 'in_effect' }], ['field']],
])('an event about one member %s', (_, events, wrong) => {
  const read = { on: '2026-01-31', kind: 'source_changed', note: 'Read again.', field: 'outcome_status' };
  const changes = [...decision.changes, ...events.map((event) => ({ ...read, ...event }))];
  expect(checkDecisionRecord({ ...decision, changes } as DecisionRecord).map(({ path }) => path.at(-1))).toEqual(wrong);
});

describe('text in records', () => {
  test.each([
    'javascript:alert(1)',
    '//example.org',
    'https://',
    'https://a b',
    'ftp://example.org',
    'https://exa<mple.org',
  ])('%s is no web address', (address) => {
    expect(WebAddress.safeParse(address).success).toBe(false);
  });

  test('an address may hold a name to fill in only where templates are meant', () => {
    const template = 'https://example.org/check/{badge}';
    expect(WebAddress.safeParse(template).success).toBe(false);
    expect(WebAddressTemplate.safeParse(template).success).toBe(true);
  });
});

test('a record with a member that the schema does not have is refused', () => {
  expect(DecisionRecord.safeParse(decision).success).toBe(true);
  expect(DecisionRecord.safeParse({ ...decision, verified: true }).success).toBe(false);
});
