import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commandSettings, hashNamed, openWorld, settleAll } from '../support/chain-double/world.ts';
import { runHere } from '../support/command-here.ts';
import { newFolder, run, runToEnd } from '../support/server.ts';

const anchored = hashNamed('by command');
const world = await openWorld();
afterAll(() => world.close());
const service = world.service();
await service.anchor(anchored);
await settleAll(world, service);
await service.stop();
const settings = { ...commandSettings(world), AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: '' };

const program = (...args: string[]) => runToEnd('cli/anchors.ts', args, settings);
const anchors = (...args: string[]) => runHere('cli/anchors.ts', args, settings);

test('list shows the anchors and what is left of the budget', async () => {
  const { code, stdout } = await program('list');
  expect(code).toBe(0);
  expect(stdout).toContain(anchored);
  expect(stdout).toContain('10580 spent, 0 held, 4989420 left of 5000000');
});

test('show prints the record and its history, which adds up to what was charged', async () => {
  const shown = JSON.parse((await anchors('show', anchored.toUpperCase())).stdout) as {
    history: { event: string; charged_change_microccd: string }[];
  };
  expect(shown).toMatchObject({ receipt_hash_sha256: anchored, state: 'finalized', simulation: true });
  expect(shown.history.map(({ event }) => event)).toEqual(['claimed', 'signed', 'submitted', 'finalized']);
  expect(shown.history.at(-1)).toMatchObject({ reserved_change_microccd: '-13225', charged_change_microccd: '10580' });
});

test('an unknown or malformed hash is reported in one sentence, with a failing exit code', async () => {
  for (const hash of [hashNamed('never'), 'abc']) {
    const { code, stderr } = await anchors('show', hash);
    expect(code).not.toBe(0);
    expect(stderr).not.toContain('    at ');
  }
});

test('reconcile advances an anchor until it is settled', async () => {
  const hash = hashNamed('reconciled');
  await world
    .service({ onStep: (step) => (step === 'after-claim' ? Promise.reject(new Error('gone')) : undefined) })
    .anchor(hash)
    .catch(() => {});
  const live = { ...settings, AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: '1' };
  expect((await runToEnd('cli/anchors.ts', ['reconcile'], live)).stdout).toContain(`${hash}: prepared → submitted`);
  world.devnet.finalize();
  expect((await runHere('cli/anchors.ts', ['reconcile'], live)).stdout).toContain(`${hash}: submitted → finalized`);
});

test('reconcile leaves everything to a process that holds the lease', async () => {
  const instant = Date.now();
  await world.ledger.takeLease('a running service', instant, instant + 60_000);
  const { code, stderr } = await program('reconcile');
  expect([code, stderr.includes('holds the lease')]).toEqual([1, true]);
  await world.ledger.dropLease('a running service');
});

test('import takes what the node shows final on its network, and nothing else', async () => {
  const file = join(await newFolder(), 'anchors.json');
  const record = JSON.parse((await anchors('show', anchored)).stdout) as Record<string, unknown>;
  const imported = async (change: object, more: Record<string, string> = {}) => {
    await writeFile(file, JSON.stringify([{ ...record, ...change }]));
    const { code, stdout, stderr } = await runHere('cli/anchors.ts', ['import', file], { ...settings, ...more });
    return [code, stdout + stderr];
  };
  expect(await imported({})).toEqual([0, expect.stringContaining(`${anchored}: known`)]);
  const other = hashNamed('not what is there');
  expect(await imported({ receipt_hash_sha256: other })).toEqual([
    1,
    expect.stringContaining(`${other}: refused: check`),
  ]);
  expect(await imported({ network: 'testnet' })).toEqual([1, expect.stringContaining('refused: it is on testnet')]);
  expect(await imported({}, { CONCORDIUM_GRPC_URL: '' })).toEqual([1, expect.stringContaining('No chain node')]);
  expect(await world.ledger.find(other)).toBeUndefined();
});

test('devnet ends with the reason when its wallets cannot be written', async () => {
  const { code, stdout, stderr } = await runToEnd('cli/devnet.ts', ['--port', '0', '--folder', import.meta.filename]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(import.meta.filename);
});

test('devnet says that it is a simulation, prints the settings, and writes private wallets', async () => {
  const folder = join(await newFolder(), 'wallets');
  const child = run('cli/devnet.ts', ['--port', '0', '--folder', folder], {});
  let output = '';
  await new Promise<void>((resolve) =>
    child
      .stdout!.setEncoding('utf8')
      .on('data', (chunk: string) => ((output += chunk), output.includes('Ctrl-C') && resolve())),
  );
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  expect(output).toMatch(/^SIMULATION/);
  for (const name of [
    'CONCORDIUM_GRPC_URL=http://127.0.0.1:',
    'CONCORDIUM_NETWORK=genesis:',
    'CONCORDIUM_WALLET_FILE=',
    'AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA=1',
    'simulation:',
  ]) {
    expect(output).toContain(name);
  }
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  for (const file of files) {
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
    const wallet = await readFile(join(folder, file), 'utf8');
    expect(wallet).toContain('SIMULATION');
    expect(output).not.toContain(
      (
        JSON.parse(wallet) as {
          value: { accountKeys: { keys: Record<string, { keys: Record<string, { signKey: string }> }> } };
        }
      ).value.accountKeys.keys['0']!.keys['0']!.signKey,
    );
  }
});
