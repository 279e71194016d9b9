import { type EvidencePack, policyOf } from '../adjudication/evidence-pack.ts';
import { isSimulated } from '../anchors/anchor-evidence.ts';
import type { AnchorRecord } from '../anchors/anchor-record.ts';
import { registeredBytesHex } from '../anchors/registered-data.ts';
import { networkOfGenesis } from '../chains/network.ts';
import { isSameJson } from '../json/canonical-json.ts';
import { receiptCanonicalText } from '../receipts/decision-receipt.ts';
import { checkMandateScope } from '../receipts/mandate-scope.ts';
import {
  type CheckResult,
  type Digest,
  failed,
  type LinkOptions,
  type LinkResults,
  passed,
  problemsOf,
  resultOfProblems,
  unverified,
} from './verification.ts';

/**
 * What is known of a stated anchor besides what the document shows: only the chain can say, and only mainnet and
 * testnet prove anything to others (SPEC.md §11.4, `anchor_state`, rules 4 to 6).
 */
const checkPublicAnchor = (
  { network, transaction_hash }: { readonly network: string; readonly transaction_hash: string | null },
  atNode: CheckResult | undefined,
): CheckResult => {
  if (atNode?.result === 'fail') return atNode;
  if (network.startsWith('simulation:'))
    return unverified('The anchor is on a simulated chain, where it proves nothing.');
  if (network !== 'mainnet' && network !== 'testnet')
    return unverified(
      'The anchor is on a private or unknown chain. Only mainnet and testnet prove anything to others.',
    );
  if (atNode !== undefined) return atNode;
  return unverified(
    transaction_hash === null
      ? 'No transaction is stated that could be looked up.'
      : `Only the chain can show this: look up transaction ${transaction_hash} with a node or an explorer of ${network}.`,
  );
};

const checkBytes = (bytesHex: string, receiptHash: string): CheckResult =>
  bytesHex === registeredBytesHex(receiptHash)
    ? passed('The stated bytes are the CBOR text of the receipt hash; the chain was not asked for them.')
    : failed('The stated bytes are not the CBOR text of the receipt hash.');

/** Checks that the parts of an anchor record agree, and what is known of its anchor (SPEC.md §11.12). */
export const checkAnchorRecordLinks = (
  record: AnchorRecord,
  { receiptHash: expected, anchorAtNode }: LinkOptions,
): LinkResults => {
  const { name, simulation } = networkOfGenesis(record.genesis_block);
  return {
    linked_hashes: resultOfProblems(
      problemsOf(
        [
          expected !== undefined && expected !== record.receipt_hash_sha256,
          'The record is about a different receipt than the one requested.',
        ],
        [
          record.network !== name || record.simulation !== simulation,
          'network and simulation are not those of genesis_block.',
        ],
      ),
      'The record names its network and its receipt without contradiction.',
    ),
    anchor_bytes: checkBytes(record.registered_bytes_hex, record.receipt_hash_sha256),
    anchor_state: checkPublicAnchor(record, anchorAtNode),
  };
};

const packProblems = (pack: EvidencePack, expected: string | undefined): string[] => {
  const { adjudication_question: question, acceptance_decision: decision, concordium_proofs: proofs } = pack;
  const hash = question.receipt_hash_sha256;
  const historical = question.case === 'historical_anchor_only';
  return problemsOf(
    [
      expected !== undefined && ![hash, pack.pack_hash_sha256].includes(expected),
      'The pack is about a different receipt than the one requested.',
    ],
    [proofs.anchor !== null && proofs.anchor.receipt_hash_sha256 !== hash, 'The anchor names a different receipt.'],
    [historical !== (decision === null), 'The stated case and the presence of a receipt contradict each other.'],
    [historical && proofs.anchor === null, 'The pack contains neither a receipt nor an anchor.'],
    [
      historical !== (pack.expected_verdict_schema.only_supported_verdict !== null),
      'The stated case and the verdict that the pack supports contradict each other.',
    ],
    [
      decision === null && (pack.merchant_policy !== null || pack.mandate_scope !== null),
      'Sections that need a receipt are filled in without one.',
    ],
  );
};

type Decision = NonNullable<EvidencePack['acceptance_decision']>;

/** What differs between the receipt in a pack and the sections made from it. */
const receiptProblems = async (pack: EvidencePack, decision: Decision, sha256: Digest): Promise<string[]> => {
  const { receipt } = decision;
  const { merchant_policy: policy, mandate_scope: scope } = pack;
  const hash = pack.adjudication_question.receipt_hash_sha256;
  const computed = checkMandateScope(receipt);
  const results = (constraints: typeof computed.constraints) =>
    constraints.map(({ pointer, type, result }) => ({ pointer, type, result }));
  const byReceipt = pack.evidence_items.filter((item) => item.named_by === 'receipt');
  const byId = new Map(byReceipt.map((item) => [item.id, item]));
  return problemsOf(
    [
      (await sha256(receiptCanonicalText(receipt))) !== hash,
      'The receipt in the pack does not have the stated receipt hash.',
    ],
    [decision.reason.text !== receipt.reason, 'acceptance_decision.reason differs from the receipt.'],
    [!isSameJson(policy, policyOf(receipt)), 'merchant_policy differs from the receipt.'],
    [
      scope === null ||
        scope.result !== computed.result ||
        !isSameJson(results(scope.constraints), results(computed.constraints)),
      'mandate_scope differs from the result of recomputing the bounds from the receipt.',
    ],
    [
      byReceipt.length !== receipt.evidence_items.length ||
        receipt.evidence_items.some(({ id, sha256, kind }) => {
          const item = byId.get(id);
          return item?.sha256 !== sha256 || item.kind !== kind;
        }),
      'evidence_items differ from those of the receipt.',
    ],
  );
};

const packAnchorState = (
  { adjudication_question: question, concordium_proofs: { anchor, anchor_state } }: EvidencePack,
  atNode: CheckResult | undefined,
): CheckResult => {
  if (anchor_state !== (anchor?.state ?? 'not_anchored'))
    return failed('anchor_state and the anchor contradict each other.');
  const counted = question.case === 'receipt_and_finalized_anchor';
  if (anchor === null)
    return counted ? failed('The case names a final anchor, but there is none.') : passed('The pack claims no anchor.');
  const usable = anchor.state === 'finalized' && anchor.seen_finalized && !isSimulated(anchor);
  if (counted && !usable) return failed('The case names a final anchor, but the stated anchor is not final.');
  return checkPublicAnchor(anchor, atNode);
};

/** Checks that the parts of an evidence pack agree: receipt, policy, mandate, evidence and anchor (SPEC.md §11.4). */
export const checkEvidencePackLinks = async (
  pack: EvidencePack,
  { receiptHash: expected, anchorAtNode, sha256 }: LinkOptions,
): Promise<LinkResults> => {
  const { acceptance_decision: decision, concordium_proofs: proofs } = pack;
  const { anchor } = proofs;
  return {
    linked_hashes: resultOfProblems(
      [...packProblems(pack, expected), ...(decision === null ? [] : await receiptProblems(pack, decision, sha256))],
      decision === null
        ? 'Every section names the same receipt hash; the receipt itself is not in the pack.'
        : 'The receipt in the pack has the stated hash, and every section agrees with it.',
    ),
    anchor_bytes:
      anchor === null
        ? passed('The pack claims no anchor.')
        : anchor.registered_data_hex === null
          ? unverified('The pack states no registered bytes to compare.')
          : checkBytes(anchor.registered_data_hex, pack.adjudication_question.receipt_hash_sha256),
    anchor_state: packAnchorState(pack, anchorAtNode),
  };
};
