import { Command } from 'commander';
import { runCommand } from './terminal.ts';

/** Loaded when one of them runs: the help takes 0.3 s without SQL and its drivers, 0.5 s with them. */
const commands = () => import('./store-commands.ts');

const program = new Command('store').description(
  'Back up, restore, check and move the store that DATABASE_URL names. The service may keep running, except for a copy.',
);
program
  .command('backup <file>')
  .description('write the SQLite store as it is at this moment into a new file; PostgreSQL has pg_dump')
  .action(async (file: string) => (await commands()).backup(file));
program
  .command('restore <backup> [file]')
  .description('restore a backup into a new file, by default the one that DATABASE_URL names')
  .action(async (file: string, into?: string) => (await commands()).restoreBackup(file, into));
program
  .command('check [store]')
  .description('check the file, the hashes of texts and receipts, and the money of anchors')
  .action(async (store: string | undefined) => (await commands()).check(store));
program
  .command('copy <to>')
  .description('copy the store into an empty database or a new file, of SQLite or PostgreSQL')
  .option('--from <store>', 'the store to copy instead of the one that DATABASE_URL names')
  .action(async (into: string, options: { from?: string }) => (await commands()).copy(into, options));

await runCommand(() => program.parseAsync());
