import { expect, test } from 'vitest';
import { checkObservations } from '../../src/dataset-files/check-observations.ts';

const observation = (record: string) => ({
  schema: 'service.observation.v1',
  record,
  observed_at: '2026-01-01T00:00:00.000Z',
  results: [{ check: 'card_served', result: 'pass', on: '2026-01-01', address: 'https://example.org/card.json' }],
});
const fileOf = (id: string) => `datasets/observations/${id}.json`;

test('observations are found by the id of their record, and other files are named', () => {
  const texts = {
    [fileOf('good')]: JSON.stringify(observation('good')),
    [fileOf('other')]: JSON.stringify(observation('good')),
    [fileOf('gone')]: JSON.stringify(observation('gone')),
    [fileOf('broken')]: '{',
    [fileOf('empty')]: 'null',
    'datasets/verified-agent-observatory/good.yaml': 'id: good',
  };
  const { observations, problems } = checkObservations(texts, new Set(['good', 'other', 'broken', 'empty']));
  expect([...observations.keys()]).toEqual(['good']);
  expect(problems.map(({ file, message }) => [file, message.split(';')[0]])).toEqual([
    [fileOf('other'), 'is not the observation that its name says'],
    [fileOf('gone'), 'is about a record that is not in the observatory'],
    [fileOf('broken'), 'is not the observation that its name says'],
    [fileOf('empty'), 'is not the observation that its name says'],
  ]);
});
