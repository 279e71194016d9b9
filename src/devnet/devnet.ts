import { networkOfGenesis } from '../domain/chains/network.ts';
import { type SimulatedAccount, simulatedAccount } from './account.ts';
import {
  accountInfo,
  blockInfo,
  blockItemStatus,
  chainParameters,
  consensusInfo,
  nextSequenceNumber,
} from './answers.ts';
import { type Block, NodeRefusal, openSimulatedChain, type Rates, simulatedGenesis } from './chain.ts';
import { type GrpcAnswer, type GrpcMethod, openGrpcServer } from './grpc-server.ts';
import { bytesIn, type Fields, messageIn, parseMessage, wrapped } from './protobuf.ts';
import { parseSendBlockItem } from './transaction.ts';

/** Simulated failures of the node, which can be switched on and off at any time. */
export interface NodeFailures {
  /** Every call fails as UNAVAILABLE. */
  unavailable: boolean;
  /** Calls get no answer. */
  silent: boolean;
  /** How many of the next transactions are accepted but answered with UNAVAILABLE. */
  loseAcknowledgements: number;
  /** Transactions are accepted but get no answer. */
  holdAcknowledgements: boolean;
}

export interface DevnetOptions {
  /** 0 takes a free port. */
  readonly port?: number;
  readonly accounts?: readonly SimulatedAccount[];
  readonly rates?: Rates;
  /** Milliseconds between blocks; without it, only `bake()` makes blocks. */
  readonly blockEveryMs?: number;
  /** The name that the genesis block hash is derived from. */
  readonly name?: string;
  readonly now?: () => number;
  /** Name, in lower case, and value of a header without which it answers nothing, as some providers of nodes do. */
  readonly requiredHeader?: readonly [name: string, value: string];
}

const CCD = 1_000_000n;
const ADDRESS_BYTES = 32;

/** Rates at which 1 CCD is a cent and energy costs 1/5,000,000 euro: an anchor costs about 0.01 CCD. */
export const DEMONSTRATION_RATES: Rates = { euroPerEnergy: [1n, 5_000_000n], microCcdPerEuro: [100_000_000n, 1n] };

/** The funded account of a demonstration. */
export const demonstrationAccount = (): SimulatedAccount =>
  simulatedAccount('demonstration anchor account', 1, 100n * CCD);

const blockAsked = (chain: ReturnType<typeof openSimulatedChain>, input: Fields): Block | undefined => {
  if (input.has(1)) return chain.best();
  const given = bytesIn(input, 3);
  if (given !== undefined) return chain.findBlock(Buffer.from(bytesIn(parseMessage(given), 1) ?? []).toString('hex'));
  return chain.lastFinalized();
};

/**
 * A SIMULATION of a Concordium node on loopback, speaking its gRPC interface (concordium.v2.Queries)
 * in plaintext, with its own encoding. It keeps everything in memory.
 */
export const openDevnet = async (options: DevnetOptions = {}) => {
  const now = options.now ?? Date.now;
  const accounts = options.accounts ?? [demonstrationAccount()];
  const genesisBlock = simulatedGenesis(options.name ?? 'devnet');
  const chain = openSimulatedChain(genesisBlock, accounts, options.rates ?? DEMONSTRATION_RATES, now);
  const failures: NodeFailures = {
    unavailable: false,
    silent: false,
    loseAcknowledgements: 0,
    holdAcknowledgements: false,
  };
  const onReceived = new Set<(transactionHash: string) => void>();

  const notFound = (text: string): GrpcAnswer => ({ status: 'NOT_FOUND', text });
  const atBlock =
    (build: typeof blockInfo) =>
    (request: Fields): GrpcAnswer => {
      const block = blockAsked(chain, request);
      return block ? { message: build(chain, block) } : notFound('block not found.');
    };

  const methods: Record<string, (request: Fields) => GrpcAnswer> = {
    GetConsensusInfo: () => ({ message: consensusInfo(chain) }),
    GetBlockInfo: atBlock(blockInfo),
    GetBlockChainParameters: atBlock(chainParameters),
    GetAccountInfo: (request) => {
      const block = blockAsked(chain, messageIn(request, 1));
      const account = chain.accountAt(bytesIn(messageIn(messageIn(request, 2), 1), 1) ?? new Uint8Array());
      return block && account ? { message: accountInfo(account, block) } : notFound('account or block not found.');
    },
    GetNextAccountSequenceNumber: (request) => {
      const address = bytesIn(request, 1);
      if (address?.length !== ADDRESS_BYTES) return { status: 'INVALID_ARGUMENT', text: 'Invalid argument.' };
      return { message: nextSequenceNumber(chain, chain.accountAt(address)) };
    },
    GetBlockItemStatus: (request) => {
      const status = blockItemStatus(chain, Buffer.from(bytesIn(request, 1) ?? []).toString('hex'));
      return status ? { message: status } : notFound('transaction not found.');
    },
    SendBlockItem: (request) => {
      const hash = chain.receive(parseSendBlockItem(request));
      for (const listener of onReceived) listener(hash);
      if (failures.holdAcknowledgements) return 'silence';
      if (failures.loseAcknowledgements > 0) {
        failures.loseAcknowledgements -= 1;
        return { status: 'UNAVAILABLE', text: 'Connection dropped' };
      }
      return { message: wrapped(Buffer.from(hash, 'hex')) };
    },
  };

  const [headerName, headerValue] = options.requiredHeader ?? [];
  const answering =
    (answer: (request: Fields) => GrpcAnswer): GrpcMethod =>
    (request, headers) => {
      if (failures.silent) return 'silence';
      if (failures.unavailable) return { status: 'UNAVAILABLE', text: 'The simulated node is switched off' };
      if (headerName !== undefined && headers.get(headerName)[0] !== headerValue)
        return { status: 'UNAUTHENTICATED', text: 'A key is needed' };
      try {
        return answer(parseMessage(request));
      } catch (error) {
        if (error instanceof NodeRefusal) return { status: error.status, text: error.message };
        if (error instanceof RangeError) return { status: 'INVALID_ARGUMENT', text: 'Invalid block item' };
        throw error;
      }
    };
  const server = await openGrpcServer(
    options.port ?? 0,
    Object.fromEntries(Object.entries(methods).map(([name, answer]) => [name, answering(answer)])),
  );
  const baker = options.blockEveryMs === undefined ? undefined : setInterval(() => chain.bake(), options.blockEveryMs);

  return {
    url: `http://127.0.0.1:${server.port}`,
    network: networkOfGenesis(genesisBlock),
    accounts,
    chain,
    failures,
    /** Adds a listener that gets the hash of each accepted transaction. Returns a function that removes it. */
    onReceived(listener: (transactionHash: string) => void): () => void {
      onReceived.add(listener);
      return () => onReceived.delete(listener);
    },
    /** Makes two blocks, which finalizes pending transactions. */
    finalize(): void {
      chain.bake();
      chain.bake();
    },
    async close(): Promise<void> {
      clearInterval(baker);
      await server.close();
    },
  };
};

export type Devnet = Awaited<ReturnType<typeof openDevnet>>;
