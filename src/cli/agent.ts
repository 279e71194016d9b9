import { Command } from 'commander';
import { factOptions } from './agent-questions.ts';
import { runCommand } from './terminal.ts';

const rootOption = ['--root <folder>', 'folder that holds datasets/', process.cwd()] as const;
const program = new Command('agent').description('Say which agent the service speaks for.');

interface Given {
  readonly root: string;
  readonly replace?: true;
}

const init = program
  .command('init')
  .description(
    'put a real agent in the place of the demonstration; without facts, the command asks at most ten questions',
  )
  .option(...rootOption)
  .option('--replace', 'replace the facts of a real agent')
  .action(({ root, replace, ...given }: Given) =>
    runCommand(async () => {
      const { initAgent } = await import('./agent-init.ts');
      await initAgent(root, given, replace === true, new Date());
    }),
  );
for (const [flags, description] of factOptions) init.option(flags, description);

program
  .command('register-card')
  .description('freeze the agent card that the registry on the chain names, and say what the transaction contains')
  .option(...rootOption)
  .option('--replace', 'replace the card that is frozen')
  .action(({ root, replace }: Given) =>
    runCommand(async () => {
      const [{ registerCard }, { configFromEnvironment }] = await Promise.all([
        import('./agent-registration.ts'),
        import('../config.ts'),
      ]);
      await registerCard(root, configFromEnvironment().siteUrl, replace === true);
    }),
  );

await program.parseAsync();
