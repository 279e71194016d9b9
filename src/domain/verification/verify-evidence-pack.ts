import type { EvidencePack } from '../adjudication/evidence-pack.ts';
import { isSimulated } from '../anchors/anchor-evidence.ts';
import { findRegisteredHash } from '../anchors/registered-data.ts';
import { isSameJson } from '../json/canonical-json.ts';
import { receiptPreimage } from '../receipts/decision-receipt.ts';
import { checkMandateScope } from '../receipts/mandate-scope.ts';
import { checkPublicAnchor } from './public-anchor.ts';
import {
  type CheckResult,
  failed,
  type HashOf,
  type LinkResults,
  passed,
  resultOfProblems,
  unverified,
} from './verification.ts';

const linkedProblems = async (pack: EvidencePack, hashOf: HashOf, expected: string | undefined): Promise<string[]> => {
  const { adjudication_question: question, acceptance_decision: decision, concordium_proofs: proofs } = pack;
  const hash = question.receipt_hash_sha256;
  const problems: string[] = [];
  const problem = (is: boolean, words: string) => {
    if (is) problems.push(words);
  };
  problem(
    expected !== undefined && ![hash, pack.pack_hash_sha256].includes(expected),
    'The pack is about a different receipt than the one requested.',
  );
  problem(
    proofs.receipt_hash_sha256 !== hash,
    'concordium_proofs names a different receipt than adjudication_question.',
  );
  problem(
    proofs.anchor !== null && proofs.anchor.receipt_hash_sha256 !== hash,
    'The anchor names a different receipt.',
  );
  const historical = question.case === 'historical_anchor_only';
  problem(historical !== (decision === null), 'The stated case and the presence of a receipt contradict each other.');
  problem(historical && proofs.anchor === null, 'The pack contains neither a receipt nor an anchor.');
  problem(
    historical !== (pack.expected_verdict_schema.only_supported_verdict !== null),
    'The stated case and the verdict that the pack supports contradict each other.',
  );
  if (decision === null) {
    problem(
      pack.merchant_policy !== null || pack.mandate_scope !== null,
      'Sections that need a receipt are filled in without one.',
    );
    return problems;
  }

  const { receipt } = decision;
  problem(
    decision.receipt_hash_sha256 !== hash,
    'acceptance_decision names a different receipt than adjudication_question.',
  );
  problem(
    (await hashOf(receiptPreimage(receipt))) !== hash,
    'The receipt in the pack does not have the stated receipt hash.',
  );
  for (const member of ['receipt_id', 'decision', 'decided_at', 'subject'] as const) {
    problem(!isSameJson(decision[member], receipt[member]), `acceptance_decision.${member} differs from the receipt.`);
  }
  problem(decision.reason.text !== receipt.reason, 'acceptance_decision.reason differs from the receipt.');
  const { merchant_policy: policy, mandate_scope: scope } = pack;
  problem(
    policy === null ||
      policy.sha256 !== receipt.merchant_policy.sha256 ||
      policy.reference !== receipt.merchant_policy.reference ||
      !isSameJson(
        policy.terms.map(({ id, term }) => ({ id, text: term.text })),
        receipt.merchant_policy.terms,
      ),
    'merchant_policy differs from the receipt.',
  );
  problem(
    scope === null || scope.sha256 !== receipt.mandate.sha256 || scope.format !== receipt.mandate.format,
    'mandate_scope names a different mandate than the receipt.',
  );
  const computed = checkMandateScope(receipt);
  const results = (constraints: typeof computed.constraints) =>
    constraints.map(({ pointer, type, result }) => ({ pointer, type, result }));
  problem(
    scope === null ||
      scope.result !== computed.result ||
      decision.within_mandate !== computed.result ||
      !isSameJson(results(scope.constraints), results(computed.constraints)),
    'mandate_scope differs from the result of recomputing the bounds from the receipt.',
  );
  const byReceipt = pack.evidence_items.filter((item) => item.named_by === 'receipt');
  const byId = new Map(byReceipt.map((item) => [item.id, item]));
  problem(
    byReceipt.length !== receipt.evidence_items.length ||
      receipt.evidence_items.some(({ id, sha256, kind }) => {
        const item = byId.get(id);
        return item?.sha256 !== sha256 || item.kind !== kind;
      }),
    'evidence_items differ from those of the receipt.',
  );
  return problems;
};

const anchorBytes = ({ adjudication_question, concordium_proofs: { anchor } }: EvidencePack): CheckResult => {
  if (anchor === null) return passed('The pack claims no anchor.');
  if (anchor.registered_data_hex === null) return unverified('The pack states no registered bytes to compare.');
  return findRegisteredHash(anchor.registered_data_hex) === adjudication_question.receipt_hash_sha256
    ? passed('The bytes stated in the pack are the CBOR text of the receipt hash; the chain was not asked for them.')
    : failed('The bytes stated in the pack are not the CBOR text of the receipt hash.');
};

const anchorState = (
  { adjudication_question: question, concordium_proofs: { anchor, anchor_state } }: EvidencePack,
  atNode: CheckResult | undefined,
): CheckResult => {
  if (anchor_state !== (anchor?.state ?? 'not_anchored'))
    return failed('anchor_state and the anchor contradict each other.');
  const counted = question.case === 'receipt_and_finalized_anchor';
  if (anchor === null) {
    return counted ? failed('The case names a final anchor, but there is none.') : passed('The pack claims no anchor.');
  }
  const usable = anchor.state === 'finalized' && anchor.seen_finalized && !isSimulated(anchor);
  if (counted && !usable) return failed('The case names a final anchor, but the stated anchor is not final.');
  return checkPublicAnchor(anchor, atNode, 'pack');
};

/** Checks that the parts of an evidence pack agree: receipt, policy, mandate, evidence and anchor. */
export const checkEvidencePackLinks = async (
  pack: EvidencePack,
  hashOf: HashOf,
  {
    receiptHash: expectedReceiptHash,
    anchorAtNode,
  }: { receiptHash?: string | undefined; anchorAtNode?: CheckResult | undefined },
): Promise<LinkResults> => ({
  linked_hashes: resultOfProblems(
    await linkedProblems(pack, hashOf, expectedReceiptHash),
    pack.acceptance_decision === null
      ? 'Every section names the same receipt hash; the receipt itself is not in the pack.'
      : 'The receipt in the pack has the stated hash, and every section agrees with it.',
  ),
  anchor_bytes: anchorBytes(pack),
  anchor_state: anchorState(pack, anchorAtNode),
});
