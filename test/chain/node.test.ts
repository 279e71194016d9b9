import { expect, onTestFinished, test } from 'vitest';
import { openNode } from '../../src/chain/node.ts';
import { openDevnet } from '../../src/devnet/devnet.ts';
import { openSilentLine } from '../support/chain-double/silent-line.ts';

test('a connection that went silent without closing is replaced, and calls succeed again', async () => {
  const devnet = await openDevnet();
  const line = await openSilentLine(devnet.url);
  onTestFinished(async () => {
    await line.close();
    await devnet.close();
  });
  const node = openNode({ url: line.url, callLimitMs: 300 });
  expect(await node.genesisBlock()).toBe(devnet.chain.genesisBlock);
  line.goSilent();
  let failed = 0;
  while (
    await node.genesisBlock().then(
      () => false,
      () => true,
    )
  )
    failed += 1;
  expect(failed).toBeGreaterThan(0);
  expect(line.connections()).toBe(2);
});
