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
  .option('--yes', 'ask nothing: refuse when an answer is missing, else change the files')
  .option('--replace', 'replace the facts of a real agent')
  .action(({ root, file, yes, replace, ...given }: InitArguments) =>
    runCommand(async () => {
      const { initAgent } = await import('./agent-init.ts');
      await initAgent({ root, given, file, yes: yes === true, replace: replace === true, now: new Date() });
    }),
  );
for (const { name, description } of answerMembers) init.option(`--${name} <text>`, description);

interface RegistrationArguments {
  readonly root: string;
  readonly allowLoopback?: true;
  readonly replace?: true;
}

const loopbackOption = ['--allow-loopback', 'let the site be on this machine, to try it out'] as const;

const configured = async ({ root, allowLoopback }: RegistrationArguments) => {
  const { configFromEnvironment } = await import('../config.ts');
  const config = configFromEnvironment();
  return { config, options: { root, siteUrl: config.siteUrl, allowLoopback: allowLoopback === true } };
};

program
  .command('register-card')
  .description('freeze the agent card that the registry on the chain names, and say what the transaction contains')
  .option(...rootOption)
  .option(...loopbackOption)
  .option('--replace', 'replace the card that is frozen')
  .action((given: RegistrationArguments) =>
    runCommand(async () => {
      const { registerCard } = await import('./agent-registration.ts');
      await registerCard((await configured(given)).options, given.replace === true);
    }),
  );

program
  .command('check')
  .description(
    'compare the registration on the chain, the frozen card and the served one; exit code 2 for a mismatch, 3 when something is unread',
  )
  .option(...rootOption)
  .option(...loopbackOption)
  .action((given: RegistrationArguments) =>
    runCommand(async () => {
      const { config, options } = await configured(given);
      const [{ checkRegistration }, { openConfiguredReaders }] = await Promise.all([
        import('./agent-registration.ts'),
        import('./configured-readers.ts'),
      ]);
      process.exitCode = await checkRegistration(options, (await openConfiguredReaders(config))?.registry);
    }),
  );

await program.parseAsync();
