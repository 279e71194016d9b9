import { Command } from 'commander';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import type { Subject } from '../domain/receipts/published-receipt.ts';
import type { IntakeStore } from '../storage/intake.ts';
import { answerOption, repeatedOption } from './terminal.ts';
import { CommandError, runCommand } from './terminal.ts';

interface IssueArguments {
  readonly root: string;
  readonly file?: string;
  readonly request?: string;
  readonly set: ReadonlyMap<string, string>;
  readonly key: readonly string[];
  readonly outsideMandate?: true;
  readonly link: boolean;
}

const withRequests = async <Result>(use: (store: IntakeStore) => Promise<Result>): Promise<Result> => {
  const [{ withConfiguredStore }, { intakeStore }] = await Promise.all([
    import('./configured-store.ts'),
    import('../storage/intake.ts'),
  ]);
  return withConfiguredStore((db) => use(intakeStore(db)));
};

const findSubject = async (id: string): Promise<Subject> => {
  const found = await withRequests((store) => store.find(id));
  if (!found) throw new CommandError(`No request has the id ${id}. npm run inbox shows them.`);
  const { subjectOfRequest } = await import('../domain/receipts/published-receipt.ts');
  return subjectOfRequest(found.record);
};

const linkRequest = async (id: string, hash: Sha256Hex): Promise<void> => {
  const { nameDecisionReceipt } = await import('./decided-request.ts');
  try {
    const { named, status } = await withRequests(async (store) => ({
      named: await nameDecisionReceipt(store, id, hash),
      status: (await store.find(id))?.record.status,
    }));
    process.stdout.write(`${named}\n`);
    if (status === 'received' || status === 'in_review')
      process.stdout.write(
        `Its status page still says ${status}. Next: npm run inbox -- status ${id} answered, or declined.\n`,
      );
  } catch (error) {
    throw new CommandError(
      `The receipt is written, but the request does not name it: ${(error as Error).message} To name it: npm run inbox -- status ${id} answered --receipt ${hash}`,
    );
  }
};

const issue = async ({ root, file, request, set, key: keys, outsideMandate, link }: IssueArguments): Promise<void> => {
  if (keys.length === 0) throw new CommandError('Name the key that signs: --key FILE. npm run keys -- new makes one.');
  const { issue: run } = await import('./receipts-issue.ts');
  const subject = request === undefined ? undefined : await findSubject(request);
  const { hash } = await run({
    root,
    file,
    subject,
    given: set,
    keys,
    outsideMandate: outsideMandate === true,
    now: new Date(),
  });
  if (request !== undefined && link) await linkRequest(request, hash);
};

const rootOption = ['--root <folder>', 'folder that holds datasets/', process.cwd()] as const;
const program = new Command('receipts').description('Issue decision receipts and check those that are published.');

program
  .command('list', { isDefault: true })
  .description('list the receipts, newest first')
  .option(...rootOption)
  .action((options: { root: string }) => runCommand(async () => (await import('./receipts-read.ts')).list(options)));
program
  .command('show')
  .description('show one receipt: the decision, each bound of its mandate, its signatures')
  .argument('<id or hash>')
  .option(...rootOption)
  .action((wanted: string, options: { root: string }) =>
    runCommand(async () => (await import('./receipts-read.ts')).show(wanted, options)),
  );
program
  .command('check')
  .description('check members, hash, mandate and signatures of one receipt, or of all; exit code 1 for a problem')
  .argument('[id or hash]')
  .option(...rootOption)
  .action((wanted: string | undefined, options: { root: string }) =>
    runCommand(async () => (await import('./receipts-read.ts')).check(wanted, options)),
  );
program
  .command('issue')
  .description('check a decision, sign it and write its receipt; without --file, questions are asked')
  .option(...rootOption)
  .option('--file <file>', 'the decision, as a decision receipt in JSON; a signed one is signed once more')
  .option('--request <id>', 'the intake request that was decided about; the store is the one of DATABASE_URL')
  .addOption(answerOption('agent.name=…'))
  .addOption(repeatedOption('--key <file>', 'file of the key that signs'))
  .option('--no-link', 'do not name the receipt on the status page of the request')
  .option('--outside-mandate', 'issue a decision that breaks a bound of its mandate; it is shown as such')
  .action((options: IssueArguments) => runCommand(() => issue(options)));

await program.parseAsync();
