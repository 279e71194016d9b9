import type { Caip2 } from '../chains/caip.ts';
import type { ContractAddress } from '../chains/concordium-reference.ts';
import type { EvmFunction } from '../chains/evm-abi.ts';
import type { CheckReason } from '../datasets/observatory/check-reasons.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import type { Outcome } from './outcome.ts';

/** What is sent, where it is no plain GET for a document with the status 200. */
export interface DocumentRequest {
  /** What a POST sends; a GET without it. */
  readonly body?: string;
  readonly method?: 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** The status whose body is read; 200 without it, `any` for every one. */
  readonly status?: number | 'any';
}

/** A document of others. */
export interface Document {
  readonly ok: true;
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly finalAddress: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A document, or why there is none. */
export type Fetched = Document | { readonly ok: false; readonly reason: CheckReason; readonly status?: number };

/** Fetches a document within bounds. Never rejects. */
export type FetchDocument = (address: string, request?: DocumentRequest) => Promise<Fetched>;

/** A node of an EVM chain that observations ask. Its address may hold a key: it is never shown. */
export interface ChainNode {
  readonly chainId: Caip2;
  readonly url: URL;
}

/** What a node answers from a finalized block, or why it did not. */
export type Reading<Value> =
  | { readonly read: true; readonly value: Value; readonly block: string }
  | { readonly read: false; readonly reason: CheckReason };

/** A registry contract: on Concordium by index and subindex, on an EVM chain by its address. */
export type RegistryContract = ContractAddress | string;

/** An agent as its registry describes it (CIS-8004, AgentView; ERC-8004, identity registry). */
export interface RegisteredAgent {
  /** `registered`: the registry has the agent and keeps no status. */
  readonly status: 'active' | 'revoked' | 'registered';
  readonly owner: string;
  /** The wallet of the agent, set only with its signature; null for none, absent where the registry keeps none. */
  readonly wallet?: string | null;
  readonly cardAddress: string | undefined;
  readonly cardSha256: Sha256Hex | undefined;
}

/** Reads an agent in a registry; undefined where the registry has none of this id. Never rejects. */
export type AgentReader = (
  chain: Caip2,
  contract: RegistryContract,
  tokenId: string,
) => Promise<Reading<RegisteredAgent | undefined>>;

/** Everything that a run reads of others. No reading rejects because of what they answer. */
export interface Sources {
  readonly document: FetchDocument;
  readonly agent: AgentReader;
  /** Whether code stands at the address, and what a call returns; a refused call has no `answer`. */
  readonly contract: (
    chain: Caip2,
    address: string,
    call?: { readonly called: EvmFunction; readonly values: readonly string[] },
  ) => Promise<Reading<{ readonly hasCode: boolean; readonly answer?: string | undefined }>>;
  /** Whether a transaction in a finalized block succeeded. */
  readonly transaction: (chain: Caip2, hash: string) => Promise<Reading<boolean>>;
  /** Whether a server completes the handshake of MCP. */
  readonly mcpServer: (address: string) => Promise<Outcome>;
  /** Whether the answer of a key directory is signed for its host with a key in it (RFC 9421). */
  readonly directorySignature: (directory: Document) => Promise<Outcome>;
  /** Base address of the MCP registry; undefined when none is configured. */
  readonly mcpRegistry: string | undefined;
}
