import { Command, InvalidArgumentError } from 'commander';
import { Day } from '../domain/vocabulary/timestamp.ts';
import type { CheckOptions } from './datasets-check.ts';
import type { ObserveOptions } from './datasets-observe.ts';
import type { ProposeOptions } from './datasets-propose.ts';
import type { PublishOptions } from './datasets-publish.ts';
import type { WatchOptions } from './datasets-watch.ts';
import { runCommand, wholeNumber } from './terminal.ts';

const dayArgument = (text: string): Day => {
  if (!Day.safeParse(text).success) throw new InvalidArgumentError('expected a day, YYYY-MM-DD');
  return text;
};

const today = (): Day => new Date().toISOString().slice(0, 10);
const program = new Command('datasets').description(
  'Check, publish, propose, watch and observe the files under datasets/.',
);
const rootOption = ['--root <folder>', 'folder that holds datasets/', process.cwd()] as const;

program
  .command('check', { isDefault: true })
  .description(
    'report the problems of all files, as file:line: member: what is wrong and what is expected; what cannot be judged before another is fixed comes in the next run',
  )
  .option(...rootOption)
  .option('--today <day>', 'day on which checks count and days lie ahead', dayArgument, today())
  .action(async (options: CheckOptions) => (await import('./datasets-check.ts')).check(options));

program
  .command('publish')
  .description('keep the current state of every dataset as a published version, before a release')
  .option(...rootOption)
  .option('--today <day>', 'day after which no version may be, but for the next', dayArgument, today())
  .action((options: PublishOptions) =>
    runCommand(async () => (await import('./datasets-publish.ts')).publish(options)),
  );

program
  .command('propose <family>')
  .description('write a file for each decision of a family that no record covers, or the day up to which it is whole')
  .option(...rootOption)
  .requiredOption('--from <place>', 'a clone of the repository, or a folder of saved files')
  .option('--into <folder>', 'where the files are written, below the root', 'proposals')
  .option('--today <day>', 'day on which the records are compiled', dayArgument, today())
  .action((family: string, options: Omit<ProposeOptions, 'family'>) =>
    runCommand(async () => (await import('./datasets-propose.ts')).propose({ ...options, family })),
  );

program
  .command('watch')
  .description('compare each cited file with the newest commit of its repository, and keep the answers')
  .option(...rootOption)
  .requiredOption('--mirrors <folder>', 'folder of clones, each in owner/name')
  .option('--fetch', 'first make or renew the clones, from GitHub, and ask the Datatracker for the versions of drafts')
  .option('--today <day>', 'day of the comparison', dayArgument, today())
  .action((options: WatchOptions) => runCommand(async () => (await import('./datasets-watch.ts')).watch(options)));

program
  .command('observe')
  .description(
    'ask what the checks of the observatory name and keep the answers; exit code 2 for a failed check, 1 for an error',
  )
  .option(...rootOption)
  .option('--only <id...>', 'only these records')
  .option('--older-than <days>', 'only records not asked about for this many days', wholeNumber(0, 36_500))
  .option('--dry-run', 'list what would be asked; request and write nothing')
  .option('--allow-loopback', 'also request addresses on this machine, for trials')
  .option('--at-once <number>', 'records asked about at the same time', wholeNumber(1, 32), 6)
  .option('--pause <milliseconds>', 'pause between two requests to one host', wholeNumber(0, 600_000), 1_000)
  .action((options: ObserveOptions) =>
    runCommand(async () => {
      process.exitCode = await (await import('./datasets-observe.ts')).observe(options);
    }),
  );

await program.parseAsync();
