import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { type SimulatedAccount, simulatedWallet } from '../devnet/account.ts';
import { demonstrationAccount, openDevnet } from '../devnet/devnet.ts';
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

const start = async ({ port, blockMs, folder }: { port: number; blockMs: number; folder?: string }): Promise<void> => {
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
  process.stdout
    .write(`SIMULATION of a Concordium node, on this machine only. Nothing here has any value; the keys are known to everyone.
It keeps everything in memory: when it stops, its blocks are gone.
The account ${account.address} has ${account.openingBalance / 1_000_000n} simulated CCD.

Settings for the service:
export CONCORDIUM_GRPC_URL=${devnet.url}
export CONCORDIUM_NETWORK=genesis:${devnet.network.genesisBlock}
export CONCORDIUM_WALLET_FILE=${wallet}
export AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA=1
and ADMIN_TOKEN_SHA256, the SHA-256 of a token.

The network is called ${devnet.network.name} in records.
A block every ${blockMs} ms. Stop it with Ctrl-C.
`);
};

const program = new Command('devnet')
  .description('Run a SIMULATION of a Concordium node on loopback, with a funded account, to try anchoring.')
  .option('--port <port>', 'port on loopback; 0 takes a free one', wholeNumber(0, 65_535), 20_000)
  .option('--block-ms <n>', 'milliseconds between blocks', wholeNumber(50, 60_000), 1_000)
  .option('--folder <folder>', 'folder for the wallet file (default: a new temporary folder)')
  .action(start);

await runCommand(() => program.parseAsync());
