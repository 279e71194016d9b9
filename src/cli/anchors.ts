import { Command, Option } from 'commander';
import { AnchorState } from '../domain/anchors/anchor-state.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import type { ListOptions } from './anchor-commands.ts';
import { hashArgument, runCommand, wholeNumber } from './terminal.ts';

const program = new Command('anchors').description(
  'Manage the anchors of receipt hashes on the network that CONCORDIUM_NETWORK names, in the store that DATABASE_URL names. The service may keep running.',
);
program
  .command('list', { isDefault: true })
  .description('list anchors, newest first, and the remaining budget')
  .addOption(new Option('--state <state>', 'only anchors in this state').choices(AnchorState.options))
  .option('--limit <n>', 'maximum number of anchors', wholeNumber(1, 9_999_999), 50)
  .action(async (options: ListOptions) => (await import('./anchor-commands.ts')).list(options));
program
  .command('show')
  .description('show the record of a hash, why it has its state, and its history')
  .argument('<hash>', 'receipt hash', hashArgument)
  .action(async (hash: Sha256Hex) => (await import('./anchor-commands.ts')).show(hash));
program
  .command('reconcile')
  .description('compare unsettled anchors with the chain')
  .action(async () => (await import('./anchor-commands.ts')).reconcile());
program
  .command('again')
  .description('anchor an expired hash anew, after a node proved that its transaction can enter no block')
  .argument('<hash>', 'receipt hash', hashArgument)
  .action(async (hash: Sha256Hex) => (await import('./anchor-commands.ts')).again(hash));
program
  .command('import <file>')
  .description('import anchors made elsewhere that the configured node shows final')
  .action(async (file: string) => (await import('./anchor-commands.ts')).importFile(file));

await runCommand(() => program.parseAsync());
