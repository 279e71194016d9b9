import { beforeAll, describe } from 'vitest';
import { buildOperatedProject, type OperatedProject } from '../support/operated-project.ts';
import { addOneOfEach, testAdded } from './operated/added.ts';
import { testLater } from './operated/later.ts';
import { testObserved } from './operated/observed.ts';
import { testSigned } from './operated/signed.ts';

/** One build for all: it takes longer than their tests. */
let project: OperatedProject;
beforeAll(async () => {
  project = await buildOperatedProject(addOneOfEach);
});

describe('a project to which one of each was added', () => testAdded(() => project));
describe('a project whose records were observed', () => testObserved(() => project));
describe('a project whose checks count no more', () => testLater(() => project));
// Its last test breaks the project.
describe('a project with a key for its card', () => testSigned(() => project));
