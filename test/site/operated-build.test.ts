import { afterAll, beforeAll, describe } from 'vitest';
import { buildOperatedProject, type OperatedProject, SITE_URL } from '../support/operated-project.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { addOneOfEach, testAdded } from './operated/added.ts';
import { testLater } from './operated/later.ts';
import { testObserved } from './operated/observed.ts';
import { testReal } from './operated/real.ts';
import { testSigned } from './operated/signed.ts';

/** One build and one service for all: they take longer than their tests. */
let project: OperatedProject;
let server: RunningServer;
beforeAll(async () => {
  project = await buildOperatedProject(addOneOfEach);
  server = await startServer({ SITE_URL, CARD_KEY_FILE: project.cardKey }, 'server/main.ts', project.root);
});
afterAll(() => server.end());
const [built, running] = [() => project, () => server];

describe('a project to which one of each was added', () => testAdded(built, running));
describe('a project with an agent in the place of the demonstration', () => testReal(built, running));
describe('a project whose records were observed', () => testObserved(built));
describe('a project whose checks count no more', () => testLater(built));
// Its last test breaks the project.
describe('a project with a key for its card', () => testSigned(built));
