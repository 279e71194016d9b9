import { sha256Hex } from '../domain/json/hash.ts';
import type { AgentRegistryReader } from '../domain/observation/agent-registry.ts';
import type { TransactionReader } from '../domain/observation/chain-transaction.ts';
import type { ContractReader } from '../domain/observation/contract-state.ts';
import { type judgeCard, judgeMediaType, unread } from '../domain/observation/judge-document.ts';
import { keptText, type Look, type NewLook } from '../domain/observation/observation.ts';
import type { ObservationCheck } from '../domain/observation/observation-terms.ts';
import type { DocumentRequest, FetchDocument, Fetched } from './fetch-document.ts';

/** The tools for observing. */
export interface ObserverTools {
  readonly fetch: FetchDocument;
  /** Reads registries; undefined when no node is configured. */
  readonly registry: AgentRegistryReader | undefined;
  /** Reads transactions; undefined when no node is configured. */
  readonly transactions?: TransactionReader | undefined;
  /** Reads contracts; undefined when no node is configured. */
  readonly contracts?: ContractReader | undefined;
  /** Base address of the MCP registry; undefined when none is configured. */
  readonly mcpRegistry?: string | undefined;
  /** Base address of an IPFS gateway; undefined when none is configured. */
  readonly ipfsGateway?: string | undefined;
  /** The TXT records of a domain; empty where there are none. */
  readonly txtRecords?: (domain: string) => Promise<string[]>;
  readonly now: () => Date;
}

export interface DocumentTarget {
  readonly target: NewLook['target'];
  readonly address: string;
  /** Where it is fetched, if that is not its address. */
  readonly from?: string;
  /** What is sent, where that is no plain GET. */
  readonly request?: DocumentRequest;
  /** False for an address that need not answer with JSON. */
  readonly isJson?: boolean;
  /** The checks that need the document. */
  readonly checks: readonly ObservationCheck[];
}

type Judgement = ReturnType<typeof judgeCard> &
  Pick<NonNullable<Look['answer']>, 'signed_by'> &
  Pick<NewLook, 'offers'>;

/** Fetches a document and judges it. Without a document, the checks that need one are unread. */
export const lookAtDocument = async (
  { target, address, from = address, request, isJson = true, checks }: DocumentTarget,
  { fetch, now }: ObserverTools,
  judge: (fetched: Extract<Fetched, { ok: true }>) => Judgement | Promise<Judgement>,
): Promise<NewLook> => {
  const fetched = await fetch(from, request);
  if (!fetched.ok) {
    const look: Look = {
      at: now().toISOString(),
      ...(fetched.status === undefined ? {} : { http_status: fetched.status }),
      checks: [
        { check: 'reach', result: 'unreachable', reason: fetched.reason },
        ...checks.map((check) => unread(check, 'not_fetched')),
      ],
    };
    return { target, address, look, untried: false };
  }
  const { bytes, finalAddress, mediaType } = fetched;
  const { checks: judged, format, problems, signed_by, offers } = await judge(fetched);
  const at = now().toISOString();
  const look: Look = {
    at,
    checks: [{ check: 'reach', result: 'reachable' }, ...(isJson ? [judgeMediaType(mediaType)] : []), ...judged],
    answer: {
      ...(finalAddress === new URL(from).href ? {} : { final_address: keptText(finalAddress) }),
      ...(mediaType === undefined ? {} : { media_type: mediaType }),
      bytes: bytes.length,
      sha256: sha256Hex(bytes),
      same_bytes_since: at,
      ...(format === undefined ? {} : { format }),
      ...(problems === undefined ? {} : { problems }),
      ...(signed_by === undefined ? {} : { signed_by }),
    },
  };
  return { target, address, look, untried: false, ...(offers === undefined ? {} : { offers }) };
};
