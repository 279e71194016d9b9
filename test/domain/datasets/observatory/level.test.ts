import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../../../src/domain/datasets/observatory/check.ts';
import { completeRecords } from '../../../../src/domain/datasets/observatory/complete.ts';
import { COUNTS_DAYS, levelOn } from '../../../../src/domain/datasets/observatory/level.ts';
import { ObservatoryRecord } from '../../../../src/domain/datasets/observatory/record.ts';
import { observatoryFile } from '../../../support/observatory.ts';

type File = ReturnType<typeof observatoryFile>;

const source = (members: Partial<File['sources'][number]>): File['sources'][number] => ({
  kind: 'spec',
  url: `https://example.org/${JSON.stringify(members).length}`,
  retrieved: '2026-01-01',
  access: 'stored_copy',
  ...members,
});

const how = 'As described.';
const passed = { result: 'pass', by: 'someone', on: '2026-01-01' } as const;
const onChain = { network: 'eip155:1', block: '1' };

describe('the level follows from the sources of a record without a passed check', () => {
  const commit = 'a'.repeat(40);
  test.each([
    ['none names the subject', [source({})], 'self_declared'],
    ['the subject alone', [source({ stated_by: 'subject' })], 'self_declared'],
    [
      'a list of somebody else',
      [source({ stated_by: 'subject' }), source({ stated_by: 'third_party' })],
      'third_party_listed',
    ],
    [
      'the registry, in a specification',
      [source({ stated_by: 'registry_operator' })],
      'documented_by_registry_operator',
    ],
    [
      'the registry, at a commit',
      [source({ kind: 'repo_file', commit, stated_by: 'registry_operator' })],
      'documented_by_registry_operator',
    ],
    [
      'the registry, in a dated thread',
      [source({ kind: 'github_thread', stated_date: '2026', stated_by: 'registry_operator' })],
      'documented_by_registry_operator',
    ],
    [
      'the registry, in an undated thread',
      [source({ kind: 'github_thread', stated_by: 'registry_operator' })],
      'self_declared',
    ],
    ['the registry, on a page', [source({ kind: 'docs_page', stated_by: 'registry_operator' })], 'self_declared'],
  ] as const)('%s', (_, sources, level) => {
    expect(levelOn('2026-01-01', { verifiable: [], sources })).toMatchObject({ level });
  });
});

describe('the level follows from the checks of a record', () => {
  const levelWith = (day: string, ...verifiable: ObservatoryRecord['verifiable']) =>
    levelOn(day, { verifiable, sources: [source({ stated_by: 'third_party' })] });

  test.each([
    ['a check that reads a chain', { check: 'registry_owner', how, ...passed, ...onChain }, 'onchain_checked'],
    ['one that names no block', { check: 'registry_owner', how, ...passed }, 'third_party_listed'],
    ['a check off the chain', { check: 'card_signature', how, ...passed }, 'maintainer_checked'],
    ['an index compared with a chain', { check: 'index_agreement', how, ...passed, ...onChain }, 'onchain_checked'],
    ['an index compared with a directory', { check: 'index_agreement', how, ...passed }, 'maintainer_checked'],
    ['a card that is served', { check: 'card_served', how, ...passed }, 'third_party_listed'],
    ['an endpoint that answers', { check: 'endpoint_liveness', how, ...passed }, 'third_party_listed'],
    ['a failed check', { check: 'registry_owner', how, ...passed, ...onChain, result: 'fail' }, 'third_party_listed'],
    [
      'a name that is not in the vocabulary',
      { check: 'account_checksum', how, ...passed, ...onChain },
      'third_party_listed',
    ],
  ] as const)('%s', (_, check, level) => {
    expect(levelWith('2026-01-01', check)).toMatchObject({ level });
  });

  test('a passed check counts for 180 days, and the record says until when and what then', () => {
    const checks = [
      { check: 'registry_owner', how, ...passed, ...onChain },
      { check: 'key_directory', how, ...passed, on: '2026-02-01' },
    ];
    expect(COUNTS_DAYS).toBe(180);
    expect(levelWith('2026-06-30', ...checks)).toEqual({
      level: 'onchain_checked',
      basis: {
        check: 'registry_owner',
        by: 'someone',
        on: '2026-01-01',
        ...onChain,
        counts_until: '2026-06-30',
        afterwards: 'maintainer_checked',
      },
    });
    expect(levelWith('2026-07-01', ...checks)).toMatchObject({
      level: 'maintainer_checked',
      basis: { check: 'key_directory', counts_until: '2026-07-31', afterwards: 'third_party_listed' },
    });
    expect(levelWith('2026-08-01', ...checks)).toMatchObject({ level: 'third_party_listed' });
  });
});

describe('a record is published with the answers of its observations', () => {
  const file = observatoryFile({
    verifiable: [
      { check: 'card_served', how },
      { check: 'key_directory', how, result: 'fail', by: 'someone', on: '2026-02-20' },
      { check: 'request_signature', how, result: 'not_applicable' },
      { check: 'registry_owner', how },
    ],
  });
  const complete = (...results: CheckResult[]) => {
    const [record] = completeRecords([file], () => results);
    return ObservatoryRecord.parse(record);
  };
  const answer = (check: CheckResult['check'], on: string, members: Partial<CheckResult> = {}): CheckResult => ({
    check,
    result: 'pass',
    on,
    address: 'https://example.org/card',
    ...members,
  });

  test('the latest answer stands', () => {
    const { verifiable, verification_level, verification_basis } = complete(
      answer('card_served', '2026-02-01'),
      answer('card_served', '2026-03-01', { result: 'fail', reason: 'schema_refused' }),
      answer('registry_owner', '2026-03-01', { network: 'eip155:8453', block: '42' }),
    );
    expect(verifiable.map(({ check, result, on }) => [check, result, on])).toEqual([
      ['card_served', 'fail', '2026-03-01'],
      ['key_directory', 'fail', '2026-02-20'],
      ['request_signature', 'not_applicable', undefined],
      ['registry_owner', 'pass', '2026-03-01'],
    ]);
    expect(verifiable[0]).toMatchObject({ reason: 'schema_refused', by: 'the command observe of this dataset' });
    expect(verification_level).toBe('onchain_checked');
    expect(verification_basis).toMatchObject({ check: 'registry_owner', network: 'eip155:8453', block: '42' });
  });

  test('what a person found later stands, and what does not apply stays so', () => {
    const { verifiable } = complete(answer('key_directory', '2026-02-19'), answer('request_signature', '2026-02-19'));
    expect(verifiable.slice(1, 3).map(({ result }) => result)).toEqual(['fail', 'not_applicable']);
    expect(complete(answer('key_directory', '2026-02-21')).verifiable[1]!.result).toBe('pass');
  });

  test('an answer about what the record no longer names is history and no result', () => {
    const [record] = completeRecords(
      [file],
      () => [answer('key_directory', '2026-03-01')],
      (_, { address }) => address !== 'https://example.org/card',
    );
    expect(record!.verifiable[1]).toMatchObject({ result: 'fail', on: '2026-02-20' });
    expect(record!.changes).toHaveLength(file.changes.length + 1);
    expect(record!.verification_level).toBe('third_party_listed');
  });

  test('a try without an answer is no result', () => {
    const { verifiable } = complete(answer('card_served', '2026-02-01', { result: 'not_run', reason: 'timed_out' }));
    expect(verifiable[0]).toEqual({
      check: 'card_served',
      how,
      result: 'not_run',
      reason: 'timed_out',
      tried_on: '2026-02-01',
    });
  });

  test('the level is the one on the last day in the histories of all records', () => {
    const other = {
      ...observatoryFile({ id: 'other' }),
      changes: [{ on: '2026-12-31', kind: 'added' as const, note: 'Added.' }],
    };
    const results = [answer('registry_owner', '2026-03-01', { network: 'eip155:8453', block: '42' })];
    const [record] = completeRecords([file, other], (id) => (id === file.id ? results : []));
    expect(record!.verification_level).toBe('third_party_listed');
  });
});
