import { buildEvidencePack, type EvidencePackInput } from '../domain/adjudication/build-evidence-pack.ts';
import type { EvidencePack } from '../domain/adjudication/evidence-pack.ts';
import { type AnchorEvidence, buildAnchorEvidence } from '../domain/anchors/anchor-evidence.ts';
import type { AnchorRecord } from '../domain/anchors/anchor-record.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import type { Signature } from '../domain/keys/signature.ts';
import { DecisionReceipt } from '../domain/receipts/decision-receipt.ts';
import { receiptPaths } from '../domain/receipts/published-receipt.ts';

export interface EvidenceParts {
  /** The text of a document that was built ahead, or undefined. */
  readonly findPrebuilt: (path: string) => Promise<string | undefined>;
  readonly findAnchor: (hash: Sha256Hex) => Promise<AnchorRecord | undefined>;
  /** The configured base address, without a trailing slash. */
  readonly baseUrl: string;
  /** Signs a pack, as it stands at this moment, with the key of the service. */
  readonly sign: (pack: EvidencePack) => Promise<Signature>;
}

/** The most signatures that are kept; the oldest is dropped first. */
const SIGNATURES_MAX = 1_000;

/** Evidence on receipt hashes, from published receipts and stored anchors. Has no side effects. */
export const evidenceService = ({ findPrebuilt, findAnchor: findRecord, baseUrl, sign }: EvidenceParts) => {
  /** By the hash of the pack, so that the same pack has the same bytes while the process runs. */
  const signatures = new Map<Sha256Hex, Promise<Signature>>();

  const findAnchor = async (hash: Sha256Hex): Promise<AnchorEvidence | undefined> => {
    const record = await findRecord(hash);
    return record && buildAnchorEvidence(record);
  };

  const find = async (hash: Sha256Hex): Promise<Pick<EvidencePackInput, 'receipt' | 'anchor'>> => {
    const [text, anchor] = await Promise.all([findPrebuilt(receiptPaths.document(hash)), findAnchor(hash)]);
    return { receipt: text === undefined ? undefined : DecisionReceipt.parse(JSON.parse(text)), anchor };
  };

  const buildSigned = async (input: Omit<EvidencePackInput, 'baseUrl'>): Promise<EvidencePack> => {
    const pack = buildEvidencePack({ ...input, baseUrl });
    const { pack_hash_sha256: hash } = pack;
    const kept = signatures.get(hash);
    if (kept === undefined && signatures.size >= SIGNATURES_MAX) signatures.delete(signatures.keys().next().value!);
    const signature = kept ?? sign(pack);
    signatures.set(hash, signature);
    return { ...pack, signatures: [await signature] };
  };

  return {
    /** The evidence pack of what is given, signed by the service. */
    buildSigned,

    /** The stored anchor of a receipt hash, as a pack shows it. @throws ServiceError storage_unavailable */
    findAnchor,

    /** The published receipt of a hash and its anchor, where known. @throws ServiceError storage_unavailable */
    find,

    /** The evidence pack on a hash. @throws ServiceError unknown_receipt, storage_unavailable */
    pack: async (hash: Sha256Hex): Promise<EvidencePack> => buildSigned(await find(hash)),
  };
};
