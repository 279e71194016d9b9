import { Command } from 'commander';
import { answerMembers, type Answers } from './agent-answers.ts';
import { runCommand } from './terminal.ts';

interface InitArguments extends Answers {
  readonly root: string;
  readonly file?: string;
  readonly yes?: true;
  readonly replace?: true;
}

const rootOption = ['--root <folder>', 'folder that holds datasets/', process.cwd()] as const;
const program = new Command('agent').description('Say which agent the service speaks for, and check its registration.');

const init = program
  .command('init')
  .description('put a real agent in the place of the demonstration; asks for what no option answers')
  .option(...rootOption)
  .option('--file <file>', 'the answers in a file, YAML or JSON, by the names of these options')
  .option('--yes', 'do not ask before files are changed')
  .option('--replace', 'replace the facts of a real agent')
  .action(({ root, file, yes, replace, ...given }: InitArguments) =>
    runCommand(async () => {
      const { initAgent } = await import('./agent-init.ts');
      await initAgent({ root, given, file, yes: yes === true, replace: replace === true, now: new Date() });
    }),
  );
for (const { name, description } of answerMembers) init.option(`--${name} <text>`, description);

await program.parseAsync();
