import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildEvidencePack } from '../../src/domain/adjudication/build-evidence-pack.ts';
import { buildAnchorEvidence } from '../../src/domain/anchors/anchor-evidence.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { openWorld, settleAll } from '../support/chain-double/world.ts';
import { runHere } from '../support/command-here.ts';
import { acceptedReceipt } from '../support/receipts.ts';
import { runToEnd } from '../support/server.ts';

const hash = receiptHash(acceptedReceipt);
const world = await openWorld();
afterAll(() => world.close());
const service = world.service();
await service.anchor(hash);
await settleAll(world, service);
const record = (await service.find(hash))!;
const anchor = buildAnchorEvidence(record);

const verifyDocument = async (document: object, node = world.devnet.url, run = runHere) => {
  const file = join(world.folder, 'document.json');
  await writeFile(file, JSON.stringify(document));
  const { code, stdout, stderr } = await run('cli/verify.ts', [file, '--node', node, '--json']);
  if (stdout === '') return { code, stderr, results: {}, state: undefined };
  const { checks, anchor_at_node } = JSON.parse(stdout) as Record<string, { id: string; result: string }[]>;
  const results = Object.fromEntries((anchor_at_node ?? []).map(({ id, result }) => [id, result]));
  return { code, stderr, results, state: checks!.find(({ id }) => id === 'anchor_state')!.result };
};

const verify = (changes: Partial<typeof anchor> | null, node?: string, run = runHere) =>
  verifyDocument(
    buildEvidencePack({
      receipt: acceptedReceipt,
      ...(changes === null ? {} : { anchor: { ...anchor, ...changes } }),
      baseUrl: 'https://service.example',
    }),
    node,
    run,
  );

test('a node of a simulated chain confirms everything except that the chain is real', async () => {
  expect(await verify({}, undefined, runToEnd)).toMatchObject({
    code: 2,
    state: 'unverified',
    results: { node: 'pass', network: 'unverified', finalized: 'pass', register_data: 'pass', sender: 'pass', exact_bytes: 'pass', hash: 'pass' },
  }); // prettier-ignore
});

test('a pack that names a transaction, block or network that the node does not confirm fails', async () => {
  expect(await verify({ transaction_hash: 'f'.repeat(64) })).toMatchObject({
    code: 1,
    state: 'fail',
    results: { finalized: 'fail' },
  });
  expect(await verify({ block_hash: 'f'.repeat(64) })).toMatchObject({
    code: 1,
    state: 'fail',
    results: { finalized: 'fail', hash: 'pass' },
  });
  expect(await verify({ network: 'testnet' })).toMatchObject({ code: 1, state: 'fail', results: { network: 'fail' } });
});

test('an anchor record is compared with the node as well', async () => {
  expect(await verifyDocument(record)).toMatchObject({
    code: 2,
    state: 'unverified',
    results: { network: 'unverified', finalized: 'pass', register_data: 'pass', exact_bytes: 'pass', hash: 'pass' },
  });
  expect(await verifyDocument({ ...record, transaction_hash: 'f'.repeat(64) })).toMatchObject({
    code: 1,
    state: 'fail',
    results: { finalized: 'fail' },
  });
});

test('a node that cannot be reached fails nothing and proves nothing', async () => {
  expect(await verify({}, 'http://127.0.0.1:9')).toMatchObject({
    code: 2,
    state: 'unverified',
    results: { node: 'unverified' },
  });
});
