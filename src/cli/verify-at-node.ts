import { checkAnchorAtNode } from '../chain/anchor-at-node.ts';
import { EvidencePack } from '../domain/adjudication/evidence-pack.ts';
import type { AnchorCheck, AnchorClaimed } from '../domain/anchors/anchor-check.ts';
import { genesisOfNetwork } from '../domain/chains/network.ts';
import { parseStrictJson } from '../domain/json/strict-json.ts';
import type { Check, Verification } from '../domain/verification/verification.ts';

/** A verification with the checks of the anchor at a node; null when the document names no transaction. */
export interface VerificationAtNode extends Verification {
  readonly anchor_at_node: readonly AnchorCheck[] | null;
}

/** The anchor that an evidence pack claims; undefined when it names no transaction. */
const claimedAnchor = (bytes: Uint8Array): AnchorClaimed | undefined => {
  const pack = EvidencePack.safeParse(parseStrictJson(bytes).value);
  const anchor = pack.data?.concordium_proofs.anchor;
  if (!anchor?.transaction_hash) return undefined;
  return {
    receiptHash: anchor.receipt_hash_sha256,
    transactionHash: anchor.transaction_hash,
    blockHash: anchor.block_hash ?? undefined,
    sender: anchor.sender ?? undefined,
    genesisBlock: genesisOfNetwork(anchor.network),
  };
};

const worst = (checks: readonly { readonly result: Check['result'] }[]): Check['result'] =>
  (['fail', 'unverified'] as const).find((result) => checks.some((check) => check.result === result)) ?? 'pass';

/**
 * Asks one node about the anchor that the document claims. The answer settles the state of the
 * anchor and with it the outcome.
 */
export const verifyAtNode = async (
  verification: Verification,
  bytes: Uint8Array,
  node: URL,
): Promise<VerificationAtNode> => {
  const claimed = verification.kind === 'evidence_pack' ? claimedAnchor(bytes) : undefined;
  if (claimed === undefined) return { ...verification, anchor_at_node: null };
  const atNode = await checkAnchorAtNode(node, claimed);
  const result = worst(atNode);
  const reasons = {
    pass: 'The node confirms it.',
    fail: 'The node contradicts it.',
    unverified: 'The node could not confirm it.',
  };
  const checks = verification.checks.map((check): Check =>
    check.id === 'anchor_state' && check.result === 'unverified'
      ? { ...check, result, reason: reasons[result] }
      : check,
  );
  return { ...verification, checks, outcome: worst([...checks, ...atNode]), anchor_at_node: atNode };
};
