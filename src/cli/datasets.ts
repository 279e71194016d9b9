import { Command } from 'commander';
import { checkDatasets } from '../datasets/check.ts';
import { problemReport } from '../datasets/problem.ts';
import { readDatasets } from '../datasets/read.ts';
import { datasets } from '../datasets/registry.ts';

const check = (root: string): void => {
  const { records, problems } = checkDatasets(readDatasets(root));
  if (problems.length > 0) {
    process.stderr.write(`${problemReport(problems)}\n`);
    process.exitCode = 1;
    return;
  }
  const lines = datasets.map(({ id }) => `${id}: ${records[id].length} records`);
  process.stdout.write(`${lines.join('\n')}\nNo problems.\n`);
};

const program = new Command('datasets').description('Look after the files under datasets/.');

program
  .command('check', { isDefault: true })
  .description('report every problem of every file, as file:line: member: what is wrong and what is expected')
  .option('--root <folder>', 'folder that holds datasets/', process.cwd())
  .action(({ root }: { root: string }) => check(root));

await program.parseAsync();
