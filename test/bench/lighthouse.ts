import { execFile, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { WEIGHED } from '../support/page-weight.ts';

/** The version that the figures are of. It brings 85 packages and 176 MB, so the project does not depend on it. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

interface Audit {
  readonly numericValue?: number;
  readonly score: number | null;
  readonly details?: { readonly items?: readonly Readonly<Record<string, unknown>>[] };
}

/** What is used of a report of Lighthouse: scores from 0 to 1, and single audits. */
interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null } | undefined>>;
  readonly audits: Readonly<Record<string, Audit | undefined>>;
}

/** What Lighthouse found on one page. Scores are from 0 to 100; a weight is in bytes, as they came over the wire. */
export interface PageFinding {
  readonly scores: Readonly<Record<string, number>>;
  readonly shift: number;
  readonly weight: number;
  /** Errors of the console, and requests that failed. */
  readonly messages: number;
  /** Names of the audits that cost points. */
  readonly losing: readonly string[];
}

const findingOf = ({ categories, audits }: Report): PageFinding => ({
  scores: Object.fromEntries(
    Object.entries(categories).map(([name, category]) => [name, Math.round((category?.score ?? Number.NaN) * 100)]),
  ),
  shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  weight: (audits['network-requests']?.details?.items ?? [])
    .filter(({ resourceType }) => WEIGHED.has(String(resourceType)))
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0),
  messages: audits['errors-in-console']?.details?.items?.length ?? Number.NaN,
  losing: Object.entries(audits)
    .filter(([, audit]) => audit?.score !== undefined && audit.score !== null && audit.score < 0.9)
    .map(([name]) => name),
});

/**
 * Installs Lighthouse below a folder.
 * @returns looks at one page as a phone would, without the named categories; undefined where it cannot be installed.
 */
export const prepareLighthouse = async (
  folder: string,
): Promise<((url: string, without: readonly string[]) => Promise<PageFinding>) | undefined> => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const options = { cwd: folder, stdio: 'ignore', timeout: 600_000 } as const;
  if (spawnSync('npm', ['install', '--no-audit', '--no-fund', LIGHTHOUSE], options).status !== 0) return undefined;
  const browser = await chromium.executablePath();
  const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
  return async (url, without) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        join(folder, 'node_modules/lighthouse/cli/index.js'),
        url,
        '--quiet',
        '--output=json',
        '--output-path=stdout',
        `--only-categories=${categories.filter((category) => !without.includes(category)).join(',')}`,
        '--chrome-flags=--headless --no-sandbox --disable-gpu',
      ],
      { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 100_000_000, timeout: 180_000 },
    );
    return findingOf(JSON.parse(stdout) as Report);
  };
};
