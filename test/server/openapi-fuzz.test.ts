import { expect, test } from 'vitest';
import { fuzzService } from '../support/http-fuzz/fuzz.ts';
import { modelRuns } from '../support/model-runs.ts';

const { numRuns: REQUESTS = 0, seed: SEED = 11 } = modelRuns(1_800);

test('whatever is sent to any operation of /openapi.json, the answer is declared there and fits its schema, and none is a failure', async () => {
  const { problems, answers, acknowledged, stored } = await fuzzService(REQUESTS, SEED);
  expect(problems.slice(0, 5).join('\n\n')).toBe('');
  expect(stored.toSorted()).toEqual([...acknowledged].toSorted());
  // The fuzz is worth something only if it gets behind the door.
  const wanted = [
    'anchorLive 200',
    'anchorLive 202',
    'submitIntake 201',
    'submitIntake 422',
    'previewDispute 200',
    'previewWorkOrder 200',
    'previewRun 200',
    'getAnchor 200',
    'getEvidencePack 200',
  ];
  expect(wanted.filter((name) => !answers.has(name))).toEqual([]);
});
