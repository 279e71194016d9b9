/** The failures of the node, the account or the wallet, each with a sentence for the operator. */
export const chainFailures = {
  node_unavailable: 'The node is unreachable or did not answer within the time limit.',
  node_answer_unusable: 'The answer of the node cannot be understood.',
  node_refuses_call: 'The node does not allow a call that the service needs.',
  headers_file_unusable:
    'The file that CONCORDIUM_GRPC_HEADERS_FILE names cannot be used: it must be readable by its owner only and hold lines of the form name: value.',
  wrong_network: 'The node is on a different network than CONCORDIUM_NETWORK names.',
  account_busy: 'The account has a transaction that is not finalized yet.',
  wallet_not_set: 'CONCORDIUM_WALLET_FILE is not set.',
  wallet_missing: 'The wallet file is missing or cannot be read.',
  wallet_not_private: 'Other users can read the wallet file; set its mode to 600.',
  wallet_malformed: 'The wallet file holds no account with keys that can be used.',
  wallet_wrong_network: 'The wallet export is for a different network than CONCORDIUM_NETWORK names.',
  wallet_unknown_account: 'The account of the wallet does not exist on the chain.',
  wallet_wrong_key: 'The keys of the wallet are not the keys of the account on the chain.',
} as const;
export type ChainFailureCode = keyof typeof chainFailures;

/**
 * A failure of the node, the account or the wallet. The message is the sentence of its code and, if there is one, a
 * detail: what exactly is wrong and what to do. Both repeat nothing from outside.
 */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure';
  readonly code: ChainFailureCode;
  readonly detail: string | undefined;

  constructor(code: ChainFailureCode, { cause, detail }: { cause?: unknown; detail?: string } = {}) {
    super([chainFailures[code], detail].filter(Boolean).join(' '), cause === undefined ? {} : { cause });
    this.code = code;
    this.detail = detail;
  }
}

/** Recognised by shape: the command line and the built server may load this module separately. */
export const isChainFailure = (thrown: unknown): thrown is ChainFailure =>
  thrown instanceof Error && thrown.name === 'ChainFailure' && 'code' in thrown && String(thrown.code) in chainFailures;
