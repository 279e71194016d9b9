import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { type SimulatedAccount, simulatedWallet } from '../devnet/account.ts';
import { demonstrationAccount, openDevnet } from '../devnet/devnet.ts';
import { anchorOnce } from './devnet-anchor.ts';
import { runCommand, wholeNumber } from './terminal.ts';

/** Writes the wallet file of an account into a folder. @returns its path. @throws Error when it cannot be written. */
const writeWallet = async (account: SimulatedAccount, into: string): Promise<string> => {
  await mkdir(into, { recursive: true, mode: 0o700 });
  const file = join(into, `simulation-${account.index}.json`);
  const content = `${JSON.stringify(simulatedWallet(account), undefined, 2)}\n`;
  // wx: never overwrites a file. A wallet from an earlier run is identical and stays.
  await writeFile(file, content, { mode: 0o600, flag: 'wx' }).catch(async (failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'EEXIST' || (await readFile(file, 'utf8')) !== content) throw failure;
  });
  return file;
};

interface Options {
  readonly port: number;
  readonly blockMs: number;
  readonly folder?: string;
  readonly anchor?: true;
}

const start = async ({ port, blockMs, folder, anchor }: Options): Promise<void> => {
  const account = demonstrationAccount();
  const into = folder === undefined ? await mkdtemp(join(tmpdir(), 'simulated-wallets-')) : resolve(folder);
  const wallet = await writeWallet(account, into);
  const devnet = await openDevnet({ port, blockEveryMs: blockMs, accounts: [account] });
  const stop = (): void => {
    process.stdout.write('The simulation has stopped.\n');
    void devnet.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const settings = {
    CONCORDIUM_GRPC_URL: devnet.url,
    CONCORDIUM_NETWORK: `genesis:${devnet.network.genesisBlock}`,
    CONCORDIUM_WALLET_FILE: wallet,
    AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: '1',
  };
  process.stdout
    .write(`SIMULATION of a Concordium node, on this machine only. Nothing here has any value; the keys are known to everyone.
It keeps everything in memory: when it stops, its blocks are gone.
The account ${account.address} has ${account.openingBalance / 1_000_000n} simulated CCD.

Settings for the service:
${Object.entries(settings)
  .map(([name, value]) => `export ${name}=${value}`)
  .join('\n')}
and ADMIN_TOKEN_SHA256, the SHA-256 of a token.

The network is called ${devnet.network.name} in records.
A block every ${blockMs} ms. Stop it with Ctrl-C.
`);
  if (!anchor) return;
  process.stdout.write('\nStarting the service on it …\n');
  process.stdout.write(
    await anchorOnce(settings, into).catch(async (failure: unknown) => {
      await devnet.close();
      throw failure;
    }),
  );
};

const program = new Command('devnet')
  .description('Run a SIMULATION of a Concordium node on loopback, with a funded account, to try anchoring.')
  .option('--port <port>', 'port on loopback; 0 takes a free one', wholeNumber(0, 65_535), 20_000)
  .option('--block-ms <n>', 'milliseconds between blocks', wholeNumber(50, 60_000), 1_000)
  .option('--folder <folder>', 'folder for the wallet file (default: a new temporary folder)')
  .option('--anchor', 'start the service on it, too, with a store of its own, and anchor the first published receipt')
  .action(start);

await runCommand(() => program.parseAsync());
