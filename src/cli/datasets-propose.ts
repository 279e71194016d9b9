import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNode, parseDocument, stringify } from 'yaml';
import { checkDatasets } from '../dataset-files/check.ts';
import { FAMILIES_FILE } from '../dataset-files/check-shared-files.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-files.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { families, type Family } from '../proposing/family.ts';
import { readSteps, whyGitFailed } from '../proposing/git-steps.ts';
import { type Proposal, proposeRecords } from '../proposing/propose-records.ts';
import { replaceFile } from '../whole-file.ts';
import { CommandError, printableInLine } from './terminal.ts';

export interface ProposeOptions {
  readonly root: string;
  readonly family: string;
  /** A folder: a clone, or saved files. */
  readonly from: string;
  /** Where the files are written. */
  readonly into: string;
  readonly today: string;
}

const readAll = (family: Family, from: string): ReturnType<typeof readSteps> => {
  try {
    return readSteps(family, from);
  } catch (error) {
    const what = family.place.startsWith('https:') ? 'a folder of files from ' : 'a clone of https://github.com/';
    const why = printableInLine(whyGitFailed(error));
    throw new CommandError(`${from} cannot be read as ${what}${family.place}: ${why}`);
  }
};

const fileText = ({ record, replaced, replacing }: Proposal, repository: string, today: string): string =>
  [
    `# Proposed on ${today} from ${repository}. Read the sources, write the decision in your own words, judge its relevance,`,
    '# and move the file to datasets/governance-decision-memory/. A file that stays here is not proposed again.',
    ...replaced.map((id) => `# ${id} then needs superseded_by: ${record.id}.`),
    ...replacing.map((id) => `# ${id} then needs supersedes: ${record.id}.`),
    stringify(record, { lineWidth: 110 }),
  ].join('\n');

/** The file of the families with that day for one of them; nothing else in it changes. */
const withWholeUpTo = (text: string, id: string, day: string): string => {
  const document = parseDocument(text);
  const [before, family] = [
    document.getIn(['families', id, 'whole_up_to'], true),
    document.getIn(['families', id], true),
  ];
  if (isNode(before)) return text.slice(0, before.range![0]) + day + text.slice(before.range![1]);
  const [start] = (family as { readonly range: readonly [number] }).range;
  const indent = ' '.repeat(start - text.lastIndexOf('\n', start) - 1);
  return `${text.slice(0, start)}whole_up_to: ${day}\n${indent}${text.slice(start)}`;
};

/**
 * Writes a file for each decision in the sources that no record covers; where there is none, the day up to which the family
 * is whole. Never changes a record, and never overwrites a proposal.
 * @throws CommandError that says what is wrong; then nothing was written.
 */
export const propose = async (options: ProposeOptions): Promise<void> => {
  const { root, family: id, today } = options;
  const family = families.find((one) => one.id === id);
  if (family === undefined) {
    const ids = families.map((one) => one.id).join(', ');
    throw new CommandError(`There is no family ${id}; expected one of ${ids}.`);
  }
  const { records, families: described, problems } = checkDatasets(readDatasetTexts(root));
  if (problems.length > 0) throw new CommandError(`${problemReport(problems)}\nFix these first.`);
  const folder = join(root, options.into);
  const { steps, until } = readAll(family, options.from);
  const proposals = proposeRecords(steps, records['governance-decision-memory'], {
    ...family,
    today,
    named: records['agent-accountability-map'].flatMap(({ spec_url: url = '' }) => url.match(/[^/]+-[^/]+/g) ?? []),
    leftOut: described?.families[id]?.left_out ?? [],
  });
  mkdirSync(folder, { recursive: true });
  const added = proposals.filter(({ record }) => !existsSync(join(folder, `${record.id}.yaml`)));
  for (const proposal of added) {
    writeFileSync(join(folder, `${proposal.record.id}.yaml`), fileText(proposal, family.place, today), { flag: 'wx' });
    process.stdout.write(`${options.into}/${proposal.record.id}.yaml: ${printableInLine(proposal.record.title)}\n`);
  }
  if (until !== undefined && described?.families[id] !== undefined && proposals.length === 0) {
    const file = join(root, FAMILIES_FILE);
    await replaceFile(file, withWholeUpTo(readFileSync(file, 'utf8'), id, until));
    process.stdout.write(`The family is whole up to ${until}.\n`);
  }
  process.stdout.write(`${counted(steps.length, 'step was', 'steps were')} read, ${added.length} proposed.\n`);
};
