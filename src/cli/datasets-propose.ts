import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { checkDatasets } from '../dataset-files/check.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-files.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { families, type Family } from '../proposing/family.ts';
import { readGitSteps, type Step } from '../proposing/git-steps.ts';
import { type KnownDecision, type Proposal, proposeRecords } from '../proposing/propose-records.ts';
import { CommandError, printableInLine } from './terminal.ts';

export interface ProposeOptions {
  readonly root: string;
  readonly family: string;
  /** A git repository: a folder, or its address. */
  readonly from: string;
  /** Where the files are written. */
  readonly into: string;
  readonly since?: string;
  readonly today: string;
}

/** Runs with the folder of a repository: the given one, or a clone that is deleted afterwards. */
const inRepository = <Result>(from: string, read: (folder: string) => Result): Result => {
  if (!from.startsWith('https://')) return read(from);
  const clone = mkdtempSync(join(tmpdir(), 'proposals-'));
  try {
    execFileSync('git', ['clone', '--quiet', '--bare', from, clone], { stdio: ['ignore', 'ignore', 'pipe'] });
    return read(clone);
  } finally {
    rmSync(clone, { recursive: true });
  }
};

/** Why git failed, in its own words, and not the command with which it was called. */
const reasonOf = (error: Error & { readonly stderr?: Buffer | string | null }): string =>
  /^fatal: (.+)$/m.exec(String(error.stderr ?? ''))?.[1] ?? error.message;

const readSteps = (family: Family, from: string): readonly Step[] => {
  try {
    return inRepository(from, (folder) => readGitSteps(family, folder));
  } catch (error) {
    throw new CommandError(
      `${from} cannot be read as a git repository such as https://github.com/${family.repository}: ${printableInLine(reasonOf(error as Error).slice(0, 300))}`,
    );
  }
};

/** The decisions that were proposed before and not yet taken over or turned down. */
const readProposed = (folder: string): KnownDecision[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.yaml'))
        .map((name) => parse(readFileSync(join(folder, name), 'utf8')) as KnownDecision)
    : [];

const fileText = ({ record, replaced, replacing }: Proposal, repository: string, today: string): string =>
  [
    `# Proposed on ${today} from ${repository}. Read the sources, write the decision in your own words, judge its relevance,`,
    '# and move the file to datasets/governance-decision-memory/. A file that stays here is not proposed again.',
    ...replaced.map((id) => `# ${id} then needs superseded_by: ${record.id}.`),
    ...replacing.map((id) => `# ${id} then needs supersedes: ${record.id}.`),
    stringify(record, { lineWidth: 110 }),
  ].join('\n');

/**
 * Writes a file for each decision in the sources that no record covers. Never changes a record, and never overwrites
 * a file.
 * @throws CommandError that says what is wrong; then nothing was written.
 */
export const propose = (options: ProposeOptions): void => {
  const { root, family: id, since, today } = options;
  const family = families.find((one) => one.id === id);
  if (family === undefined) {
    const ids = families.map((one) => one.id).join(', ');
    throw new CommandError(`There is no family ${id}; expected one of ${ids}.`);
  }
  const { records, problems } = checkDatasets(readDatasetTexts(root));
  if (problems.length > 0) throw new CommandError(`${problemReport(problems)}\nFix these first.`);
  const folder = join(root, options.into);
  const steps = readSteps(family, options.from);
  const proposals = proposeRecords(steps, [...records['governance-decision-memory'], ...readProposed(folder)], {
    ...family,
    today,
    since,
  });
  mkdirSync(folder, { recursive: true });
  for (const proposal of proposals) {
    const text = fileText(proposal, family.repository, today);
    writeFileSync(join(folder, `${proposal.record.id}.yaml`), text, { flag: 'wx' });
    process.stdout.write(`${options.into}/${proposal.record.id}.yaml: ${printableInLine(proposal.record.title)}\n`);
  }
  process.stdout.write(`${counted(steps.length, 'step was', 'steps were')} read, ${proposals.length} proposed.\n`);
};
