import { Command, InvalidArgumentError } from 'commander';
import { siteUrl } from '../config/values.ts';
import { repeatedOption } from './terminal.ts';
import { runCommand } from './terminal.ts';

/** Loaded when one of them runs: without SQL and its drivers the help is there at once. */
const commands = () => import('./store-commands.ts');

const siteUrlArgument = (text: string): string => {
  try {
    return siteUrl.parse(text);
  } catch {
    throw new InvalidArgumentError(`expected ${siteUrl.form}`);
  }
};

const program = new Command('store').description(
  'Back up, restore, check and move the store that DATABASE_URL names. The service may keep running, except for a copy.',
);
program
  .command('backup <file>')
  .description('write the store as it is at this moment into a new SQLite file, with a manifest beside it')
  .action(async (file: string) => (await commands()).backup(file));
program
  .command('restore <backup> [file]')
  .description('restore a backup into a new file, by default the one that DATABASE_URL names')
  .action(async (file: string, into?: string) => (await commands()).restoreBackup(file, into));
program
  .command('check [store]')
  .description('check the file, the hashes of texts and receipts, the counters and the money of anchors')
  .addOption(repeatedOption('--site-url <url>', 'an earlier SITE_URL that receipts name', siteUrlArgument))
  .action(async (store: string | undefined, options: { siteUrl: string[] }) =>
    (await commands()).check(store, options),
  );
program
  .command('copy <to>')
  .description('copy the store into an empty one, of SQLite or PostgreSQL; goes on where it was broken off')
  .option('--from <store>', 'the store to copy instead of the one that DATABASE_URL names')
  .action(async (into: string, options: { from?: string }) => (await commands()).copy(into, options));

await runCommand(() => program.parseAsync());
