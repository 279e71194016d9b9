import { buildEvidencePack } from '../domain/adjudication/build-evidence-pack.ts';
import type { EvidencePack } from '../domain/adjudication/evidence-pack.ts';
import { type AnchorEvidence, buildAnchorEvidence } from '../domain/anchors/anchor-evidence.ts';
import type { AnchorRecord } from '../domain/anchors/anchor-record.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import { DecisionReceipt } from '../domain/receipts/decision-receipt.ts';
import { receiptPaths } from '../domain/receipts/published-receipt.ts';

/** What is known here of a receipt hash. */
export interface KnownEvidence {
  readonly receipt?: DecisionReceipt | undefined;
  readonly anchor?: AnchorEvidence | undefined;
}

export interface EvidenceParts {
  /** The text of a document that was built ahead, or undefined. */
  readonly findPrebuilt: (path: string) => Promise<string | undefined>;
  readonly findAnchor: (hash: Sha256Hex) => Promise<AnchorRecord | undefined>;
  /** The configured base address, without a slash at its end. */
  readonly baseUrl: string;
}

/** Evidence on receipt hashes from what the service publishes and stores. It writes and calls nothing. */
export const evidenceService = ({ findPrebuilt, findAnchor: findRecord, baseUrl }: EvidenceParts) => {
  /** The last pack on each published receipt, with the texts that it was made of. */
  const packs = new Map<Sha256Hex, { readonly madeOf: string; readonly pack: EvidencePack }>();

  const findReceiptText = (hash: Sha256Hex) => findPrebuilt(receiptPaths.document(hash));
  const parseReceipt = (text: string) => DecisionReceipt.parse(JSON.parse(text));

  const findAnchor = async (hash: Sha256Hex): Promise<AnchorEvidence | undefined> => {
    const record = await findRecord(hash);
    return record && buildAnchorEvidence(record);
  };

  return {
    /** The stored anchor of a receipt hash, as a pack shows it. @throws ServiceError storage_unavailable */
    findAnchor,

    /** The published receipt of a hash and its anchor, as far as they are known. @throws ServiceError storage_unavailable */
    async find(hash: Sha256Hex): Promise<KnownEvidence> {
      const [text, anchor] = await Promise.all([findReceiptText(hash), findAnchor(hash)]);
      return { receipt: text === undefined ? undefined : parseReceipt(text), anchor };
    },

    /** The evidence pack on a hash. @throws ServiceError unknown_receipt, storage_unavailable */
    async pack(hash: Sha256Hex): Promise<EvidencePack> {
      const [text, anchor] = await Promise.all([findReceiptText(hash), findAnchor(hash)]);
      if (text === undefined) return buildEvidencePack({ anchor, baseUrl });
      // The same texts give the same pack, and the receipts that are published are few.
      const madeOf = text + JSON.stringify(anchor ?? null);
      const last = packs.get(hash);
      if (last?.madeOf === madeOf) return last.pack;
      const pack = buildEvidencePack({ receipt: parseReceipt(text), anchor, baseUrl });
      packs.set(hash, { madeOf, pack });
      return pack;
    },
  };
};
