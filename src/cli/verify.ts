import { parseNodeAddress } from '../chain/anchor-at-node.ts';
import { findReceiptFile } from './find-receipt-file.ts';
import { verifyAtNode } from './verify-at-node.ts';
import { buildVerifyCommand, runVerifyCommand } from './verify-command.ts';

interface MoreOptions {
  readonly receipts: string;
  readonly node?: string;
}

await runVerifyCommand(
  buildVerifyCommand<MoreOptions>('verify', ({ receipts, node }) => {
    const address = node === undefined ? undefined : parseNodeAddress(node);
    return {
      node,
      findReceipt: (hash) => findReceiptFile(receipts, hash),
      ...(address && { verify: (bytes, how) => verifyAtNode(bytes, how, address) }),
    };
  })
    .option('--receipts <folder>', 'folder of receipts to search for a hash', 'datasets/decision-receipts')
    .option(
      '--node <address>',
      'ask this Concordium node about the anchor of an evidence pack or anchor record (https://host:port)',
    ),
);
