import { createHash } from 'node:crypto';
import type { AccountInfo, ConcordiumGRPCClient } from '@concordium/web-sdk';
import type { Config } from '../config.ts';
import { type AnchorChain, type PayingAccount, registerDataEnergy } from '../domain/anchors/anchor-chain.ts';
import { ChainFailure } from '../domain/anchors/anchor-state.ts';
import { type ChainNetwork, networkOfSetting } from '../domain/chains/network.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import {
  asChainFailure,
  type Ask,
  describeCall,
  loadSdk,
  type NodeAccess,
  openClient,
  rpcCode,
  statusFrom,
} from './node.ts';
import {
  type AccountKeys,
  keysForAccount,
  readWallet,
  signatureCount,
  type SigningKeys,
  type Wallet,
} from './wallet.ts';

/** The statuses with which a node judges a transaction, rather than the call. */
const refusals = new Set(['INVALID_ARGUMENT', 'FAILED_PRECONDITION', 'OUT_OF_RANGE']);

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * The hash under which the chain knows a block item: SHA-256 of all its bytes, with the kind byte.
 * (`Transaction.getAccountTransactionHash` of the SDK leaves the kind byte out.)
 */
const blockItemHash = (item: Uint8Array): Sha256Hex => createHash('sha256').update(item).digest('hex');

const accountKeys = (info: AccountInfo): AccountKeys => ({
  threshold: info.accountThreshold,
  credentials: new Map(
    Object.entries(info.accountCredentials).map(([index, { value }]) => {
      const { keys, threshold } = value.contents.credentialPublicKeys;
      const verifyKeys = new Map(
        Object.entries(keys).flatMap(([at, key]) => (key === null ? [] : [[Number(at), key.verifyKey] as const])),
      );
      return [Number(index), { threshold, verifyKeys }];
    }),
  ),
});

/** The node, its network and the paying wallet. */
export interface ConcordiumSettings extends NodeAccess {
  readonly network: ChainNetwork;
  readonly walletFile: string | undefined;
}

/** The chain behind a Concordium node. Loads, reads and connects on first use. */
export const openConcordium = ({ network, walletFile, ...access }: ConcordiumSettings): AnchorChain => {
  const askAny = openClient(access);

  /** Asks the node after checking that it is on the configured network. */
  const ask: Ask = (use) =>
    askAny(async (client) => {
      const { genesisBlock } = await client.getConsensusStatus();
      if (genesisBlock.toString() !== network.genesisBlock) throw new ChainFailure('wrong_network');
      return use(client);
    });

  const accountInfo = async (
    client: ConcordiumGRPCClient,
    address: string,
    blockHash?: string,
  ): Promise<AccountInfo> => {
    const { AccountAddress, BlockHash } = await loadSdk();
    return client.getAccountInfo(
      AccountAddress.fromBase58(address),
      blockHash === undefined ? undefined : BlockHash.fromHexString(blockHash),
    );
  };

  const usableKeys = async (
    client: ConcordiumGRPCClient,
  ): Promise<{ wallet: Wallet; keys: SigningKeys; info: AccountInfo }> => {
    const wallet = await readWallet(walletFile, network);
    try {
      const info = await accountInfo(client, wallet.address);
      return { wallet, keys: keysForAccount(wallet, accountKeys(info)), info };
    } catch (failure) {
      throw rpcCode(failure) === 'NOT_FOUND' ? new ChainFailure('wallet_unknown_account') : failure;
    }
  };

  const payingAccount = async (client: ConcordiumGRPCClient): Promise<PayingAccount> => {
    try {
      const { wallet, keys, info } = await usableKeys(client);
      return {
        usable: true,
        sender: wallet.address,
        signatures: signatureCount(keys),
        availableMicroCcd: info.accountAvailableBalance.microCcdAmount,
      };
    } catch (failure) {
      const { code, detail } = asChainFailure(failure);
      if (!code.startsWith('wallet_')) throw failure;
      return { usable: false, failure: code, detail };
    }
  };

  return {
    network,

    quote: () =>
      ask(async (client) => {
        const { lastFinalizedBlock } = await client.getConsensusStatus();
        const [parameters, block, account] = await Promise.all([
          client.getBlockChainParameters(lastFinalizedBlock),
          client.getBlockInfo(lastFinalizedBlock),
          payingAccount(client),
        ]);
        return {
          rates: { euroPerEnergy: parameters.euroPerEnergy, microCcdPerEuro: parameters.microGTUPerEuro },
          at: block.blockSlotTime.toISOString(),
          blockHash: lastFinalizedBlock.toString(),
          account,
        };
      }),

    sign: (data, expiresAt) =>
      ask(async (client) => {
        const { AccountAddress, DataBlob, Transaction, TransactionExpiry, buildAccountSigner } = await loadSdk();
        const { wallet, keys } = await usableKeys(client);
        const sender = AccountAddress.fromBase58(wallet.address);
        const { nonce, allFinal } = await client.getNextAccountNonce(sender);
        if (!allFinal) throw new ChainFailure('account_busy');
        const signatures = signatureCount(keys);
        // DataBlob takes the whole ArrayBuffer; that of a Buffer may hold unrelated bytes.
        const transaction = Transaction.registerData({ data: new DataBlob(Uint8Array.from(data).buffer) })
          .addMetadata({ sender, nonce, expiry: TransactionExpiry.fromEpochSeconds(BigInt(expiresAt)) })
          .addMultiSig(BigInt(signatures))
          .build();
        const energy = Transaction.getEnergyCost(transaction).value;
        if (energy !== registerDataEnergy(data.length, signatures)) throw new ChainFailure('node_answer_unusable');
        const item = Transaction.serializeBlockItem(
          await Transaction.signAndFinalize(transaction, buildAccountSigner(keys)),
        );
        return {
          rawHex: hex(item),
          transactionHash: blockItemHash(item),
          sender: wallet.address,
          sequenceNumber: nonce.value,
          expiresAt,
          energy,
        };
      }),

    send: (rawHex) =>
      ask(async (client) => {
        const { deserializeBlockItem } = await loadSdk();
        const bytes = Buffer.from(rawHex, 'hex');
        const item = deserializeBlockItem(Uint8Array.from(bytes).buffer);
        if (item === null || !('transaction' in item) || !('payload' in item.transaction))
          throw new ChainFailure('node_answer_unusable');
        try {
          const known = await client.sendTransaction(item.transaction);
          if (known.toString() !== blockItemHash(bytes)) throw new ChainFailure('node_answer_unusable');
          return { kind: 'accepted' };
        } catch (failure) {
          const code = rpcCode(failure) ?? '';
          if (code === 'ALREADY_EXISTS') return { kind: 'known' };
          if (refusals.has(code)) return { kind: 'refused', reason: describeCall(failure as Error, code) };
          throw failure;
        }
      }),

    status: (transactionHash) => ask((client) => statusFrom(client, transactionHash)),

    finalizedPoint: (sender) =>
      ask(async (client) => {
        const { lastFinalizedBlock } = await client.getConsensusStatus();
        const [block, account] = await Promise.all([
          client.getBlockInfo(lastFinalizedBlock),
          accountInfo(client, sender, lastFinalizedBlock.toString()),
        ]);
        return {
          blockHash: lastFinalizedBlock.toString(),
          time: block.blockSlotTime,
          sequenceNumber: account.accountNonce.value,
        };
      }),
  };
};

/** The chain that the settings name; undefined when no node is configured. */
export const chainOf = ({
  concordiumGrpcUrl: url,
  concordiumGrpcHeadersFile: headersFile,
  concordiumNetwork,
  concordiumWalletFile: walletFile,
}: Config) => url && openConcordium({ url, headersFile, network: networkOfSetting(concordiumNetwork), walletFile });
