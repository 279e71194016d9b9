import { checkAnchorAtNode, parseNodeAddress } from '../chain/node.ts';
import { EvidencePack } from '../domain/adjudication/evidence-pack.ts';
import type { AnchorClaimed } from '../domain/anchors/anchor-check.ts';
import { AnchorRecord } from '../domain/anchors/anchor-record.ts';
import { genesisOfNetwork } from '../domain/chains/network.ts';
import { parseStrictJson } from '../domain/json/strict-json.ts';
import { worstFirst } from '../domain/verification/answers.ts';
import type { VerifyOptions } from '../domain/verification/verification.ts';
import { verifyText } from '../domain/verification/verify.ts';
import { runVerifyCommand, type VerificationAtNode } from './verify-command.ts';

/** The anchor that an evidence pack or an anchor record claims; undefined when it names no transaction. */
const claimedAnchor = (bytes: Uint8Array): (AnchorClaimed & { readonly network: string }) | undefined => {
  const { value } = parseStrictJson(bytes);
  const anchor = EvidencePack.safeParse(value).data?.concordium_proofs.anchor ?? AnchorRecord.safeParse(value).data;
  if (!anchor?.transaction_hash) return undefined;
  return {
    receiptHash: anchor.receipt_hash_sha256,
    transactionHash: anchor.transaction_hash,
    blockHash: anchor.block_hash ?? undefined,
    sender: anchor.sender ?? undefined,
    network: anchor.network,
    genesisBlock: genesisOfNetwork(anchor.network),
  };
};

const reasons = {
  pass: 'The node confirms it.',
  fail: 'The node contradicts it.',
  unverified: 'The node could not confirm it.',
} as const;

/**
 * Verifies a document and asks one node about the anchor that it claims. The answer settles the state of
 * the anchor and since when it exists, and with them the outcome (SPEC.md §11.10).
 */
const verifyAtNode = async (bytes: Uint8Array, options: VerifyOptions, node: string): Promise<VerificationAtNode> => {
  const address = parseNodeAddress(node);
  const alone = await verifyText(bytes, options);
  const schemaHolds = alone.checks.some(({ id, result }) => id === 'schema' && result === 'pass');
  const claimed = schemaHolds ? claimedAnchor(bytes) : undefined;
  if (claimed === undefined) return { ...alone, anchor_at_node: null };
  const { checks, blockTime } = await checkAnchorAtNode(address, claimed);
  const { result } = worstFirst(checks)[0]!;
  const anchoredAt = result === 'pass' ? blockTime : undefined;
  const seen = { anchorAtNode: { result, reason: reasons[result] }, anchoredAt, anchoredOn: claimed.network };
  return { ...(await verifyText(bytes, { ...options, ...seen })), anchor_at_node: checks };
};

await runVerifyCommand({
  name: 'verify',
  help: 'ask this Concordium node about the anchor of an evidence pack or anchor record (https://host:port)',
  verifyAtNode,
});
