import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesByDay, DatasetChanges, listEvents } from '../../../../src/domain/datasets/forms/changes.ts';
import { buildAtomFeed, buildJsonFeed, FEED_LENGTH, JsonFeed } from '../../../../src/domain/datasets/forms/feeds.ts';
import type { DatasetRecord } from '../../../../src/domain/datasets/record/record.ts';
import { xmlText } from '../../../../src/domain/vocabulary/words.ts';
import { anyText } from '../../../support/any-text.ts';

const SITE = 'https://service.example';
const PUBLISHER = { siteUrl: SITE, tagAuthority: 'service.example,2026-11-20' };
const dataset = { id: 'some-dataset', title: 'Some dataset', description: 'For this test.' };

const record = (id: string, history: readonly string[], withdrawnOn?: string): DatasetRecord => ({
  id,
  confidence: 'low',
  doubts: [],
  sources: [{ kind: 'web_page', url: 'https://example.org', retrieved: '2026-01-01', access: 'stored_copy' }],
  compiled_on: '2026-01-01',
  changes: history.map((on, at) => ({ on, kind: at === 0 ? 'added' : 'changed', note: `Entry ${at} of ${id}.` })),
  ...(withdrawnOn === undefined ? {} : { withdrawn_on: withdrawnOn, withdrawn_reason: 'Gone <for> good & all.' }),
});

const records = [
  record('b', ['2026-01-01', '2026-02-01', '2026-02-01']),
  record('a', ['2026-01-01'], '2026-02-01'),
  record('c', ['2026-03-01']),
];
const events = listEvents(records, ({ id }) => `Name of ${id}`);

test('events stand with the newest day first, and within a record the newest first', () => {
  expect(events.map(({ on, record: id, kind, number }) => `${on} ${id} ${kind} ${number}`)).toEqual([
    '2026-03-01 c added 1',
    '2026-02-01 a withdrawn 2',
    '2026-02-01 b changed 3',
    '2026-02-01 b changed 2',
    '2026-01-01 a added 1',
    '2026-01-01 b added 1',
  ]);
  expect(listEvents(records.toReversed(), ({ id }) => `Name of ${id}`)).toEqual(events);
});

test('each day with a change is a document', () => {
  const days = changesByDay(dataset.id, events, SITE).map(({ text }) => DatasetChanges.parse(JSON.parse(text)));
  expect(days.map(({ date, changes }) => [date, changes.map(({ kind }) => kind).toSorted()])).toEqual([
    ['2026-03-01', ['added']],
    ['2026-02-01', ['changed', 'changed', 'withdrawn']],
    ['2026-01-01', ['added', 'added']],
  ]);
  expect(days[1]!.changes[0]).toEqual({
    record: 'a',
    name: 'Name of a',
    kind: 'withdrawn',
    note: 'Gone <for> good & all.',
    address: `${SITE}/data/some-dataset/records/a.json`,
  });
});

describe('the feeds', () => {
  test('tell of a withdrawal, under a name that later events do not change', () => {
    const { items } = JsonFeed.parse(buildJsonFeed(dataset, events, PUBLISHER));
    expect(items[1]).toMatchObject({
      id: 'tag:service.example,2026-11-20:some-dataset/a/event-2',
      url: `${SITE}/some-dataset/a`,
      title: 'Withdrawn: Name of a',
      content_text: 'Gone <for> good & all.',
      date_published: '2026-02-01T00:00:00Z',
    });
    const later = listEvents(
      [...records.slice(1), record('b', ['2026-01-01', '2026-02-01', '2026-02-01', '2026-04-01'])],
      ({ id }) => `Name of ${id}`,
    );
    const ids = buildJsonFeed(dataset, later, PUBLISHER).items.map(({ id }) => id);
    expect(ids.slice(1)).toEqual(items.map(({ id }) => id));
  });

  test('keep the ids of their entries when the service moves to another host', () => {
    const moved = { ...PUBLISHER, siteUrl: 'https://elsewhere.example' };
    const idsOf = (publisher: typeof PUBLISHER) => buildJsonFeed(dataset, events, publisher).items.map(({ id }) => id);
    expect(idsOf(moved)).toEqual(idsOf(PUBLISHER));
    const atomIds = (publisher: typeof PUBLISHER) => buildAtomFeed(dataset, events, publisher).match(/<id>.*<\/id>/g);
    expect(atomIds(moved)).toEqual(atomIds(PUBLISHER));
    expect(atomIds(moved)).toHaveLength(events.length + 1);
  });

  test('hold the newest events only, where there are very many', () => {
    const many = listEvents(
      Array.from({ length: FEED_LENGTH + 5 }, (_, at) => record(`r${at}`, ['2026-01-01'])),
      ({ id }) => id,
    );
    expect(buildJsonFeed(dataset, many, PUBLISHER).items).toHaveLength(FEED_LENGTH);
    expect(buildAtomFeed(dataset, many, PUBLISHER).match(/<entry>/g)).toHaveLength(FEED_LENGTH);
  });
});

test('whatever a text holds, XML can read it', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const written = xmlText(text);
      expect(written).not.toMatch(/[<>"]|&(?!amp;|lt;|gt;|quot;)/);
      expect(written).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
    }),
  );
});
