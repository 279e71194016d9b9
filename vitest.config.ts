import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compiledOnce } from './test/support/compiled-once.ts';
import { testedProject } from './test/support/tested-project.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that the tests were started for, with the datasets as they are published. */
    checkout: string;
  }
}

// Once in a process, which reads this file again when it watches.
if (process.env['TEST_BROWSER'] === undefined) {
  // Unpacked where it stays, before there is a second worker that could take half a file.
  process.env['TEST_BROWSER'] = await chromium.executablePath();
  // A run makes some 250 folders with 200 MB. The name of theirs is short: the path of a socket has at most 107 bytes.
  const temporary = mkdtempSync(join(tmpdir(), 'tests-'));
  // PostgreSQL, which root cannot run, is run by another user.
  chmodSync(temporary, 0o755);
  process.env['TMPDIR'] = temporary;
  process.once('exit', () => {
    try {
      rmSync(temporary, { recursive: true, force: true });
    } catch {
      // A program that is about to end has written something meanwhile.
    }
  });
}
const checkout = import.meta.dirname;
const root = testedProject(checkout);
// Tests read documents of the project by their paths.
process.chdir(root);

/**
 * What takes longest, longest first. Three of these wait for seconds that pass, and are kept apart: `anchor-bad-days`, `stop` and
 * `failing-store`. Beside one of them, two workers are busy.
 */
const slow = [
  'test/browser/every-page.',
  'test/server/anchor-bad-days.',
  'test/site/operated-build.',
  'test/services/anchoring/ledger-model.',
  'test/server/request-to-receipt.',
  'test/server/stop.',
  'test/server/vanished-store.',
  'test/server/failing-store.',
  'test/browser/',
  'test/site/',
  'test/server/',
  'test/services/',
  'test/cli/',
];
const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = slow.findIndex((part) => moduleId.includes(part));
  return rank === -1 ? slow.length : rank;
};

/** Starts with what takes longest, so that in the end no worker waits for another. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  root,
  test: {
    provide: { checkout },
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts', 'test/support/shared-site.ts'],
    env: compiledOnce,
    // For what hangs: on a busy machine, a build or a thousand requests take minutes, and what is waited for takes seconds.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // More than the two processors of a small machine: many tests wait for programs that they started.
    maxWorkers: 3,
    // Tests replace no modules and leave nothing behind in them, so a worker need not load them for each file anew.
    isolate: false,
    // The sources run as Node runs them, which takes a fifth off the tests that only call functions.
    experimental: { viteModuleRunner: false },
    setupFiles: ['test/support/style-texts.ts'],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/test-report.json' }]],
  },
});
